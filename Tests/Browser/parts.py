"""The checks of the app, in parts: each part has a server and an empty workspace of its own, and its order.

Two parts run side by side (`run.py`), so that nothing in them may depend on how fast the machine is just then: hands hold the
time of the page (`touch.py`). What counts frames, or is done by Firefox, whose events are stamped when they happen, is
in parts which have the machine to themselves. Nothing is tried twice.
"""

import access_checks as access
import app_recording_checks as recording
import area_checks as areas
import board_checks as boards
import board_conflict_checks as board_conflicts
import board_naming_checks as board_naming
import board_reach_checks as board_reach
import board_touch_checks as board_touch
import firefox_checks as firefox
import folder_checks as folders
import gestures_checks as gestures
import history_checks as history
import library_checks as library
import opener_checks as openers
import reader_checks as reading
import print_checks as printing
import reader_gesture_checks as hands
import reader_layout_checks as layouts
import reader_place_checks as places
import settings_checks as settings
import shell_checks as shell
import start_checks as starts
import touch_overlay_checks as overlay
import unsaved_checks as unsaved
import viewer_checks as viewers
from fixtures import pdf

NAME, PAGES = 'garden.pdf', 12


def documents(report, browser, client):
    """The library and reading. The first ones need the workspace empty, and fill it; NAME is looked for later on."""
    yield lambda: access.check_signed_out(report, browser)
    yield lambda: access.check_unknown_address(report, browser)
    yield lambda: library.check_empty(report, browser)
    yield lambda: library.check_choosing(report, browser, NAME, PAGES)
    yield lambda: starts.check_start(report, browser, client)
    yield lambda: library.check_dropping(report, browser)
    yield lambda: library.check_cancel(report, browser, client)
    yield lambda: library.check_failure(report, browser)
    yield lambda: library.check_refused_for_good(report, browser)
    yield lambda: library.check_same_name(report, browser, client)
    yield lambda: library.check_live(report, browser, client)
    yield lambda: library.check_one_stream(report, browser, client)
    yield lambda: library.check_reset(report, browser, client)
    yield lambda: library.check_delete(report, browser, client, NAME)
    yield lambda: library.check_search(report, browser, client, NAME)
    yield lambda: library.check_search_elsewhere(report, browser, client)
    yield lambda: library.check_typing(report, browser, client)
    yield lambda: library.check_many(report, browser)
    yield lambda: reading.check_sharpness(report, browser, NAME)
    yield lambda: reading.check_turning(report, browser, NAME, PAGES)
    yield lambda: reading.check_keys(report, browser, NAME, PAGES)
    yield lambda: reading.check_zoom(report, browser, NAME)
    yield lambda: reading.check_no_flash(report, browser, NAME)
    yield lambda: reading.check_addresses(report, browser, client.upload('addressed.pdf', pdf(pages=5)))
    yield lambda: reading.check_new_content(report, browser, client)
    yield lambda: reading.check_new_content_comes(report, browser, client)
    yield lambda: reading.check_changed_before_the_stream(report, browser, client)
    yield lambda: reading.check_text(report, browser, client)
    yield lambda: reading.check_text_encodings(report, browser, client)
    yield lambda: reading.check_refusals(report, browser, client)
    yield lambda: reading.check_download(report, browser, client, NAME)
    yield lambda: printing.check_printing_pages(report, browser, client)
    yield lambda: printing.check_printing_long(report, browser, client)
    yield lambda: printing.check_printing_failures(report, browser, client)
    yield lambda: printing.check_printing_otherwise(report, browser, client)
    yield lambda: reading.check_long(report, browser)
    yield lambda: reading.check_card_opens(report, browser, NAME)
    yield lambda: places.check_page_names(report, browser, client)
    yield lambda: places.check_place_kept(report, browser, client)
    yield lambda: places.check_text_place_kept(report, browser, client)
    yield lambda: places.check_slow_pages(report, browser, client)
    yield lambda: places.check_page_failures(report, browser, client)
    yield lambda: starts.check_parts_that_come_later(report, browser, client)
    yield lambda: access.check_other_ports(report, browser, client, NAME)
    yield lambda: access.check_accessibility(report, browser, NAME)
    yield lambda: access.check_colors(report, browser)
    yield lambda: access.check_layouts(report, browser, NAME)
    yield lambda: layouts.check_reader_head(report, browser, client)
    yield lambda: layouts.check_library_head(report, browser)
    yield lambda: layouts.check_reader_zoom_buttons(report, browser, client)
    yield lambda: layouts.check_toast_over_empty(report, browser, client)
    yield lambda: layouts.check_reader_tools(report, browser, client)
    yield lambda: layouts.check_phone_fit(report, browser, client)
    yield lambda: layouts.check_toasts_aside(report, browser, client)
    yield lambda: access.check_keys_sheet(report, browser)
    yield lambda: access.check_cards_by_keys(report, browser, client)
    yield lambda: shell.check_menus(report, browser, client)
    yield lambda: shell.check_icons(report, browser)
    yield lambda: shell.check_waiting(report, browser, client)
    yield lambda: shell.check_caps_lock(report, browser, client)
    yield lambda: shell.check_single_keys(report, browser, client)
    yield lambda: shell.check_escape_on_boards(report, browser, client)
    yield lambda: shell.check_unknown_address(report, browser)
    yield lambda: library.check_connection(report, browser, client)
    yield lambda: library.check_coming_back(report, browser, client)
    yield lambda: library.check_place_in_library(report, browser, client)


def records(report, browser, client):
    """Settings, versions, folders and openers. Each brings what it needs."""
    yield lambda: areas.check_copy_from(report, browser, client)
    yield lambda: settings.check_settings(report, browser, client)
    yield lambda: settings.check_sheets_at_once(report, browser)
    yield lambda: settings.check_settings_beside(report, browser, client)
    yield lambda: settings.check_settings_elsewhere(report, browser, client)
    yield lambda: settings.check_settings_described(report, browser, client)
    yield lambda: settings.check_settings_refused(report, browser, client)
    yield lambda: settings.check_settings_layouts(report, browser, client)
    yield lambda: history.check_versions_listed(report, browser, client)
    yield lambda: history.check_version_restoring(report, browser, client)
    yield lambda: history.check_version_comparing(report, browser, client)
    yield lambda: history.check_compared_anew(report, browser, client)
    yield lambda: history.check_version_refusals(report, browser, client)
    yield lambda: history.check_board_versions(report, browser, client)
    yield lambda: history.check_looking_into_trash(report, browser, client)
    yield lambda: history.check_restored_views(report, browser, client)
    yield lambda: history.check_history_layouts(report, browser, client)
    yield lambda: folders.check_folders(report, browser, client)
    yield lambda: folders.check_folder_download(report, browser, client)
    yield lambda: folders.check_folder_names(report, browser, client)
    yield lambda: folders.check_slashes_in_names(report, browser, client)
    yield lambda: folders.check_folder_trash(report, browser, client)
    yield lambda: folders.check_moving_into_folders(report, browser, client)
    yield lambda: folders.check_folder_picker_focus(report, browser, client)
    yield lambda: folders.check_name_sheet_closed(report, browser, client)
    yield lambda: folders.check_folders_elsewhere(report, browser, client)
    yield lambda: folders.check_folder_layouts(report, browser, client)
    yield lambda: openers.check_openers_listed(report, browser, client)
    yield lambda: openers.check_openers_work(report, browser, client)
    yield lambda: openers.check_openers_refused(report, browser, client)
    yield lambda: openers.check_openers_elsewhere(report, browser, client)
    yield lambda: openers.check_openers_for_good(report, browser, client)
    yield lambda: openers.check_openers_here(report, browser, client)
    yield lambda: openers.check_late_menus(report, browser, client)
    yield lambda: openers.check_opener_layouts(report, browser, client)
    yield lambda: viewers.check_foreign_viewer(report, browser, client)


def hands_on(report, browser, client):
    """Boards, and real touches on them, on pages and on the demos. Each brings what it needs."""
    handled = client.upload('handled.pdf', pdf(pages=12, content=hands.lines_of_text()))
    yield lambda: hands.check_pinch(report, browser, handled)
    yield lambda: hands.check_fingers_side_by_side(report, browser, handled)
    yield lambda: hands.check_drag_from_button(report, browser, handled)
    yield lambda: hands.check_cancel(report, browser, handled)
    yield lambda: hands.check_mouse(report, browser, handled)
    yield lambda: hands.check_tiles(report, browser, client)
    yield lambda: hands.check_tiles_meet(report, browser, client)
    yield lambda: hands.check_reduced_motion(report, browser, handled)
    yield lambda: hands.check_swipes(report, browser, handled)
    yield lambda: hands.check_taps(report, browser, handled)
    yield lambda: boards.check_new_board(report, browser, client)
    yield lambda: board_naming.check_new_board_name(report, browser, client)
    yield lambda: board_naming.check_new_board_names(report, browser, client)
    yield lambda: boards.check_board_facts(report, browser, client)
    yield lambda: boards.check_board_hands(report, browser, client)
    yield lambda: boards.check_board_ink(report, browser, client)
    yield lambda: boards.check_board_saving(report, browser, client)
    yield lambda: board_conflicts.check_board_disk_while_clean(report, browser, client)
    yield lambda: board_conflicts.check_board_disk_while_dirty(report, browser, client)
    yield lambda: board_conflicts.check_board_closed_at_once(report, browser, client)
    yield lambda: board_conflicts.check_board_left_undecided(report, browser, client)
    yield lambda: board_conflicts.check_board_changed_under_a_hand(report, browser, client)
    yield lambda: board_conflicts.check_board_changed_under_a_stroke(report, browser, client)
    yield lambda: board_conflicts.check_board_changed_while_read(report, browser, client)
    yield lambda: board_conflicts.check_board_hidden_while_saving(report, browser, client)
    yield lambda: unsaved.check_left_offline(report, browser, client)
    yield lambda: unsaved.check_signed_out_at_work(report, browser, client)
    yield lambda: unsaved.check_signed_out_meanwhile(report, browser)
    yield lambda: unsaved.check_deleting_quickly(report, browser, client)
    yield lambda: unsaved.check_thrown_away_meanwhile(report, browser, client)
    yield lambda: unsaved.check_made_once(report, browser, client)
    yield lambda: boards.check_board_cards_again(report, browser, client)
    yield lambda: boards.check_board_picture(report, browser, client)
    yield lambda: boards.check_board_refusals(report, browser, client)
    yield lambda: boards.check_board_from_library(report, browser, client)
    yield lambda: boards.check_board_pages_from_library(report, browser, client)
    yield lambda: boards.check_board_comes_back(report, browser, client)
    yield lambda: board_reach.check_board_way_back(report, browser, client)
    yield lambda: board_reach.check_board_way_back_far(report, browser, client)
    yield lambda: board_reach.check_board_adding_place(report, browser, client)
    yield lambda: boards.check_board_from_reader(report, browser, client)
    yield lambda: boards.check_board_printing(report, browser, client)
    yield lambda: boards.check_board_saving_as_pdf(report, browser, client)
    yield lambda: boards.check_board_layouts(report, browser, client)
    yield lambda: board_reach.check_board_in_small_windows(report, browser, client)
    yield lambda: board_touch.check_board_shapes(report, browser, client)
    yield lambda: board_touch.check_board_palm_that_lifted(report, browser, client)
    yield lambda: board_touch.check_board_writing(report, browser, client)
    yield lambda: board_touch.check_board_fingers(report, browser, client)
    yield lambda: gestures.check_demo_pages(report, browser)
    yield lambda: gestures.check_touch_press(report, browser)
    yield lambda: gestures.check_touch_pan(report, browser)
    yield lambda: gestures.check_touch_cancel(report, browser)
    yield lambda: gestures.check_touch_fingers_change(report, browser)
    yield lambda: gestures.check_touch_swipe(report, browser)
    yield lambda: gestures.check_touch_pinch(report, browser)
    yield lambda: gestures.check_touch_rotate(report, browser)
    yield lambda: gestures.check_touch_edges(report, browser)
    yield lambda: gestures.check_pointer_hover(report, browser)
    yield lambda: gestures.check_touch_strokes(report, browser)
    yield lambda: gestures.check_touch_hit_testing(report, browser)
    yield lambda: gestures.check_touch_motion(report, browser)
    yield lambda: gestures.check_touch_strip(report, browser)
    yield lambda: gestures.check_touch_direction_lock(report, browser)
    yield lambda: gestures.check_touch_pages(report, browser)
    yield lambda: gestures.check_keys(report, browser)
    yield lambda: gestures.check_flags(report, browser)
    yield lambda: gestures.check_touch_overlay(report, browser)
    yield lambda: gestures.check_touch_scroll(report, browser)
    yield lambda: gestures.check_pen_and_palm(report, browser)
    yield lambda: gestures.check_touch_requirements(report, browser)
    yield lambda: gestures.check_wheel(report, browser)
    yield lambda: gestures.check_touch_taps(report, browser)
    yield lambda: recording.check_board_recording(report, browser, client)
    yield lambda: recording.check_reader_recording(report, browser, client)
    yield lambda: recording.check_reader_palm(report, browser, client)
    yield lambda: recording.check_reader_palm_that_lifted(report, browser, client)
    yield lambda: overlay.check_reader_shows_touches(report, browser, client)
    yield lambda: overlay.check_board_shows_touches(report, browser, client)
    yield lambda: recording.check_dialog_takes_fingers(report, browser, client)
    yield lambda: recording.check_no_dead_zones(report, browser, client)
    yield lambda: recording.check_densities(report, browser, client)


def timed(report, browser, client):
    """What is about time. Each brings what it needs."""
    handled = client.upload('handled.pdf', pdf(pages=12, content=hands.lines_of_text()))
    yield lambda: hands.check_pan(report, browser, handled)
    yield lambda: board_touch.check_board_moves_undrawn(report, browser, client)
    yield lambda: board_touch.check_board_ink_is_lifted(report, browser, client)
    yield lambda: openers.check_late_pictures(report, browser, client)


def in_firefox(report, browser, client):
    """What is done by Firefox."""
    yield lambda: firefox.check_firefox(report, browser, client)


# In the order in which all of them run in one workspace.
PARTS = {part.__name__: part for part in (documents, records, hands_on, timed, in_firefox)}
# The longest first.
SIDE_BY_SIDE = ('hands_on', 'documents', 'records')
