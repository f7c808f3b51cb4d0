"""What a client hands over and lets be saved, and what it decides when somebody else has changed the same document."""

import json
import os

from crash_state import TEXT, THERE, State, sha256


class Sessions:
    def texts(self):
        """Documents that may be worked on: what others wrote into them was noticed, and what opens them can edit."""
        found = [one for one in self.documents if one.state.where == THERE and one.state.ending == TEXT]
        return [one for one in found if not (one.is_astray or one.is_edited or one.waits or one.state.marks['handler'])]

    def open(self, document):
        answer = self.ask('session opened', 'POST', f'{document.address}/sessions')
        if answer.status == 201:
            document.session = answer.json['id'], 0
            if answer.json['base']['sha256'] != document.state.hash:
                self.rejected.append(('opened something else', document.state, answer))
        return answer.status

    def hand(self, document, body, more='', wish=None):
        """Hands a content over; when that is answered it is durable, though it may wait to be saved."""
        id, sequence = document.session
        document.session = id, sequence + 1
        document.is_handed = True
        path = f'{document.address}/sessions/{id}/content?sequence={sequence + 1}{more}'
        return self.ask('handed over', 'PUT', path, body, {document: wish} if wish else None)

    def hand_over(self):
        documents = self.texts()
        if not documents:
            return
        document, body = self.dice.choice(documents), self.body(TEXT)
        if not document.session and self.open(document) != 201:
            return 0
        answer = self.hand(document, body, wish=document.state.but(hash=sha256(body)))
        document.is_draft = document.is_draft or answer.status == 200
        return answer.status

    def close(self):
        drafts = [one for one in self.documents if one.is_draft and not one.is_astray]
        if not drafts:
            return
        document = self.dice.choice(drafts)
        answer = self.ask('session closed', 'DELETE', f'{document.address}/sessions/{document.session[0]}')
        if answer.status == 200:
            document.session, document.is_draft = None, False
            base = answer.json['base']
            document.versions[base['version']] = base['sha256']
            if (answer.json['state'], base['sha256']) != ('closed', document.state.hash):
                self.rejected.append(('closed something else', document.state, answer))
            self.tell(document, 'document.changed')
        return answer.status

    # Two contents of one document

    def meet(self):
        """Somebody else saves another content of a document that is being worked on: both are kept."""
        documents = [one for one in self.texts() if not one.is_draft]
        if not documents:
            return
        document = self.dice.choice(documents)
        theirs, mine, before = self.body(TEXT), self.body(TEXT), document.state.hash
        if self.open(document) != 201:
            return 0
        wish = document.state.but(hash=sha256(theirs))
        if self.change(document, wish, 'document.changed', 'PUT', '/content', theirs) != 200:
            return 0
        document.mine = sha256(mine)
        answer = self.hand(document, mine, f'&loaded={before}&save=true')
        if answer.status == 200:
            document.waits, document.mine = document.mine, None
            self.kinds['in conflict'] += 1
            if not answer.json['inConflict']:
                self.rejected.append(('no conflict', document.state, answer))
        return answer.status

    def decide(self):
        waiting = [one for one in self.documents if one.waits and one.state.where == THERE]
        if not waiting:
            return
        document, keep = self.dice.choice(waiting), self.dice.choice(['mine', 'theirs', 'both'])
        beside = beside_of(document)
        if keep == 'both' and any(one.state.path == beside.path for one in self.documents):
            # What came beside it before may still be there, and this one would get a number.
            keep = 'mine'
        wish = document.state.but(**({'hash': document.waits} if keep == 'mine' else {}))
        document.is_deciding = True
        path = f'{document.address}/conflicts/{document.session[0]}'
        unnamed = [beside] if keep == 'both' else []
        answer = self.ask(f'decided for {keep}', 'POST', path, json.dumps({'keep': keep}), {document: wish}, unnamed)
        if answer.status == 200:
            self.decided(document, keep, beside, answer.json['document'])
        return answer.status

    def decided(self, document, keep, beside, shown):
        if keep == 'both':
            self.tell(self.add(beside, shown), 'document.created')
        else:
            self.learn(document, shown)
            self.tell(document, 'document.changed')
        if keep == 'theirs':
            document.versions[shown['version'] - 1] = document.waits
        document.forget_session()


def beside_of(document):
    """What keeping both makes of what is mine."""
    stem, ending = os.path.splitext(document.state.name)
    return State(document.state.folder, f'{stem} (conflict){ending}', document.waits)
