"""A viewer without a screen: requests the tiles of a deep-zoom viewer and assembles them.

The addresses follow OpenSeadragon's requests of an Image API 3 service. Each scale factor has a level, its size rounded up.
Tiles are counted from the top left, and the last ones are cut off at the page's edge.
"""

import io

from PIL import Image, ImageChops


class TileClient:
    def __init__(self, server, service):
        self.server, self.service = server, service
        self.info = server.get(f'{service}/info.json').json
        self.width, self.height = self.info['width'], self.info['height']
        self.tiles = self.info['tiles'][0]

    def level_size(self, factor):
        return -(-self.width // factor), -(-self.height // factor)

    def addresses(self, factor, format_='png'):
        """The place and the address of each tile of a level."""
        side = self.tiles['width']
        width, height = self.level_size(factor)
        for top in range(0, height, side):
            for left in range(0, width, side):
                size = min(side, width - left), min(side, height - top)
                yield (left, top), f'{self.region(left, top, factor)}/{self.size(size)}/0/default.{format_}'

    def region(self, left, top, factor):
        side = self.tiles['width'] * factor
        x, y = left * factor, top * factor
        width, height = min(side, self.width - x), min(side, self.height - y)
        whole = (x, y, width, height) == (0, 0, self.width, self.height)
        return 'full' if whole else f'{x},{y},{width},{height}'

    def size(self, size):
        return 'max' if size == (self.width, self.height) else f'{size[0]},{size[1]}'

    def picture(self, path):
        """An image of the service; raises an error for any other answer."""
        answer = self.server.get(f'{self.service}/{path}')
        if not answer.is_image:
            raise RuntimeError(f'{path}: {answer}')
        picture = Image.open(io.BytesIO(answer.body))
        picture.load()
        return picture

    def assembled(self, factor):
        """A level put together from its tiles."""
        canvas = Image.new('RGB', self.level_size(factor), 'magenta')
        for place, path in self.addresses(factor):
            canvas.paste(self.picture(path).convert('RGB'), place)
        return canvas

    def whole(self, factor):
        """The same level as one image."""
        return self.picture(f'full/{self.size(self.level_size(factor))}/0/default.png').convert('RGB')

    def seams(self, factor):
        """The inner edges of a level's tiles: columns and rows."""
        side = self.tiles['width']
        width, height = self.level_size(factor)
        return range(side, width, side), range(side, height, side)


def difference(one, other, box=None):
    """Mean and largest difference of two pictures, or of a part of them, in steps of 255."""
    apart = ImageChops.difference(one.crop(box), other.crop(box)) if box else ImageChops.difference(one, other)
    counts = apart.convert('L').histogram()
    total = sum(counts)
    return sum(step * count for step, count in enumerate(counts)) / total, apart.convert('L').getextrema()[1]


def seam_difference(one, other, columns, rows):
    """The mean difference in the two pixels on each side of every seam; 0 when there is none."""
    bands = [(x - 2, 0, x + 2, one.height) for x in columns] + [(0, y - 2, one.width, y + 2) for y in rows]
    return max((difference(one, other, band)[0] for band in bands), default=0)
