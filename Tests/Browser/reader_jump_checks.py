"""Jumps to another page, and the browser's Back from there."""

from fixtures import pdf
from harness import BASE, PHONE, DESKTOP, at_page, inspect, reader, settle, wait
from touch import Hand


def opened(browser, document, page_number, device=DESKTOP):
    page = browser.page(device | {'reduced_motion': 'reduce'}, f'/d/{document["id"]}#page={page_number}')
    settle(page)
    return page


def leads_back(report, page, what, number):
    page.go_back()
    report.check(f'PV-8 {what} Back leads to page {number}', at_page(page, number), (reader(page)['page'], page.url))
    settle(page)


def check_jumps(report, browser, client):
    document = client.upload('jumps.pdf', pdf(60))
    page = opened(browser, document, 20)
    page.mouse.move(700, 400)
    page.mouse.wheel(0, 240)
    settle(page)
    before = reader(page)['page'], page.evaluate("document.querySelector('.pages-content').style.transform")
    field = page.get_by_role('textbox', name='Page')
    field.fill('50')
    field.press('Enter')
    at_page(page, 50)
    leads_back(report, page, 'after the page field', 20)
    same = wait(page, lambda: page.evaluate("document.querySelector('.pages-content').style.transform") == before[1])
    report.check('to the place on it, too', same, before)
    line = page.get_by_role('slider', name='Page').bounding_box()
    for share in (0.9, 0.2, 0.6):
        page.mouse.click(line['x'] + line['width'] * share, line['y'] + 12)
        settle(page)
    leads_back(report, page, 'after some clicks on the line in a row', 20)
    page.locator('.strip').get_by_role('button', name='Page 24 of 60', exact=True).click()
    at_page(page, 24)
    leads_back(report, page, 'after the strip', 20)
    page.keyboard.press('g')
    page.locator('.page-grid').get_by_role('button', name='Page 22 of 60', exact=True).click()
    at_page(page, 22)
    leads_back(report, page, 'after the panel of all pages', 20)
    page.keyboard.press('Escape')
    check_find_jumps(report, browser, client)
    page.keyboard.press('Escape')
    report.check('Escape leaves the document in one step', wait(page, lambda: inspect(page)['view'] == 'library'), page.url)
    page.context.close()


def check_find_jumps(report, browser, client):
    lines = [f'Line {number} of the field.' for number in range(2_000)]
    for number in (1_000, 1_400, 1_800):
        lines[number] = 'A needle.'
    document = client.upload('found.txt', '\n'.join(lines).encode())
    page = opened(browser, document, 2)
    page.keyboard.press('/')
    page.keyboard.type('needle')
    wait(page, lambda: reader(page)['page'] > 5)
    for _ in range(2):
        page.keyboard.press('Enter')
        settle(page)
    leads_back(report, page, 'after steps from hit to hit', 2)
    page.context.close()


def check_jumps_by_touch(report, browser, client):
    document = client.upload('tapped.pdf', pdf(60))
    page = opened(browser, document, 20, PHONE)
    line = page.get_by_role('slider', name='Page').bounding_box()
    fingers = Hand(page)
    fingers.tap((line['x'] + line['width'] * 0.9, line['y'] + 12))
    wait(page, lambda: reader(page)['page'] > 40)
    offer = page.get_by_role('button', name='Back to Page 20 of 60')
    report.check('PV-8 a finger on the line is offered the way back', wait(page, lambda: offer.count() == 1), page.locator('.toasts').inner_text())
    offer.tap()
    report.check('which leads there', at_page(page, 20), reader(page))
    page.context.close()
