"""Documents that are broken, huge or locked."""

from fixtures import encrypted_pdf, pdf, png

SVG = (
    b'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="99" height="99">'
    b'<script>alert(1)</script><image xlink:href="file:///etc/passwd" width="9" height="9"/>'
    b'<image href="http://127.0.0.1:9/x" width="9" height="9"/><rect width="50" height="50"/></svg>'
)
ENTITIES = b'<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&x;</text></svg>'


def check(report, server):
    check_pictures(report, server)
    check_locked(report, server)
    check_many_pages(report, server)


def stored(report, server, body, name):
    """Uploads the document, checks that its thumbnail is an image, and returns its id."""
    answer = server.upload(body, name)
    if not report.check(f'{name} is stored', answer.status == 201, answer):
        return 'none'
    document = answer.json['id']
    thumbnail = server.get(f'/api/v1/documents/{document}/thumbnail', size=64)
    report.check(f'{name} has a thumbnail', thumbnail.is_image, thumbnail)
    return document


def check_shown_or_why(report, server, document, name):
    """The page is an image, or is refused with a code while the preview gives a reason or a type."""
    preview, answer = server.preview(document).json, server.page(document, width=200)
    explained = preview.get('kind') == 'icon' and bool((preview.get('explain') or {}).get('identification'))
    reported = preview.get('kind') == 'pages' or bool((preview.get('reason') or {}).get('code')) or explained
    typed = bool(answer.code) and answer.status != 500 and reported
    report.check(f'{name}: a page, or a reason', answer.is_image or typed, (answer, preview))


def check_pictures(report, server):
    for name, body in {
        'huge.png': png(30_000, 30_000),
        'cut.png': png(500, 500)[:60],
        'script.svg': SVG,
        'entity.svg': ENTITIES,
        'liar.png': png(10, 10)[:16] + b'\x7f\xff\xff\xff\x7f\xff\xff\xff' + png(10, 10)[24:],
    }.items():
        check_shown_or_why(report, server, stored(report, server, body, name), name)


def check_locked(report, server):
    document = stored(report, server, encrypted_pdf(), 'locked.pdf')
    reason = server.preview(document).json.get('reason') or {}
    report.check(
        'a locked PDF says that it needs a password', reason.get('code') == 'password-required', reason
    )
    answer = server.page(document)
    report.check(
        'its page is refused for the same reason',
        400 <= answer.status < 500 and answer.code == 'password-required',
        answer,
    )


def check_many_pages(report, server):
    document = stored(report, server, pdf(10_000, unique='many'), 'ten-thousand-pages.pdf')
    preview = server.preview(document).json
    report.check('10,000 pages are counted', preview.get('pageCount') == 10_000, preview.get('pageCount'))
    report.check('the last of them is shown', server.page(document, 10_000, width=100).is_image)
    answer = server.page(document, 10_001)
    report.check('the one after it is not found', answer.status == 404 and answer.code == 'not-found', answer)
