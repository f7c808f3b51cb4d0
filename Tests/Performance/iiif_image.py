"""A page as an IIIF image, and the addresses of its tiles as a viewer asks for them."""

import json


class Image:
    """The first page of a new document."""

    def __init__(self, server, body, name):
        self.document = server.upload(body, name, conflict='rename').json['id']
        self.path = f'/iiif/3/{self.document}_1'
        self.facts = json.loads(server.get(f'{self.path}/info.json').body)
        self.width, self.height = self.facts['width'], self.facts['height']

    @property
    def factors(self):
        return self.facts['tiles'][0]['scaleFactors']

    def full(self, factor=1):
        return f'{self.path}/full/{-(-self.width // factor)},/0/default.jpg'

    def tiles(self, factor=1):
        """The addresses of all tiles at a scale factor, in a viewer's order."""
        side = self.facts['tiles'][0]['width'] * factor
        for top in range(0, self.height, side):
            for left in range(0, self.width, side):
                width, height = min(side, self.width - left), min(side, self.height - top)
                yield f'{self.path}/{left},{top},{width},{height}/{-(-width // factor)},/0/default.jpg'
