"""The checks of the app, in parts: each part has a server and an empty workspace of its own, and its order.

Three parts run side by side (`run.py`). So nothing in them may depend on how fast the machine is just then: hands hold
the time of the page (`touch.py`). Checks that count frames have the machine to themselves, in other parts. So have
those of Firefox, whose events are stamped when they happen. Nothing is tried twice.
"""

import importlib
import inspect
from functools import partial

from fixtures import pdf
from reader_gesture_checks import lines_of_text

NAME, PAGES = 'garden.pdf', 12

# The parts and the checks of each, in the order in which they run in one workspace. They are named by a module without
# its `_checks`, and functions of it without their `check_`.
PARTS = {
    # The library and reading. The first ones need the workspace empty, and fill it; NAME is looked for later on.
    'documents': (
        ('access', 'signed_out unknown_address'),
        ('library', 'empty choosing'),
        ('start', 'start'),
        ('library',
         'dropping cancel failure refused_for_good same_name live one_stream reset delete search search_elsewhere '
         'typing many'),
        ('reader',
         'sharpness turning keys zoom no_flash addresses new_content new_content_comes new_content_before_room '
         'leading_pages changed_before_the_stream words text text_encodings refusals download'),
        ('print', 'printing_pages printing_long printing_failures printing_otherwise'),
        ('reader', 'card_opens'),
        ('reader_place', 'long page_names place_kept place_that_is_gone place_of_a_slow_document text_place_kept slow_pages page_failures page_failures_over_pictures pages_come_back '
         'dark_pages'),
        ('start', 'parts_that_come_later document_start quiet_console'),
        ('access', 'other_ports accessibility colors layouts'),
        ('reader_layout',
         'reader_head reader_parts parts_on_a_phone controls_under_panels library_head library_title reader_zoom_buttons toast_over_empty reader_tools mixed_fit phone_fit toasts_aside'),
        ('access', 'keys_sheet cards_by_keys'),
        ('shell', 'menus icons waiting caps_lock single_keys escape_on_boards unknown_address'),
        ('library', 'connection coming_back place_in_library'),
    ),
    # Settings, versions, folders and openers. Each brings its own documents.
    'records': (
        ('area', 'copy_from'),
        ('settings',
         'settings sheets_at_once settings_over settings_found settings_elsewhere settings_described settings_refused '
         'settings_layouts'),
        ('settings_section', 'look language server_in_german keys_moved openers_of_types drop_folders rules words storage sections_named'),
        ('rule', 'rule_of_a_search rule_of_a_saved_search rules_ordered rules_ordered_by_touch rules_in_two_windows rules_live rules_told rule_layouts'),
        ('device', 'access_of_browsers tokens device_code first_start'),
        ('history',
         'versions_listed version_words version_restoring version_comparing compared_anew version_refusals board_versions '
         'looking_into_trash restored_views history_layouts compared_titles'),
        ('looks',
         'look_sizes look_pinched look_list look_columns look_on_a_phone look_sections look_pictures look_without_pages look_opening '
         'look_scrolled_away'),
        ('thumb', 'row_swipes row_swipes_elsewhere sheet_presses pull_to_refresh refresh_on_a_desk one_hand thumb_layouts popovers_by_touch'),
        ('select', 'select_by_mouse select_by_keys batches select_by_touch turned_with_a_selection trash_emptied keys_while_sorting'),
        ('selection_of_many', 'selection_of_many'),
        ('offline', 'without_line installable shared_files'),
        ('offline_changes',
         'changes_on_a_train changes_beside changes_undone changes_in_conflict changes_of_a_session_that_ended changes_in_two_tabs '
         'folders_on_a_train copies_on_a_train boards_on_a_train changes_while_a_server_starts what_cannot_wait changes_on_a_phone'),
        ('look',
         'look_by_keys look_at_selection look_by_hand look_at_all_kinds look_actions look_into_folder look_asks_little '
         'look_without_motion'),
        ('acting',
         'cut_and_paste renamed_in_place new_folders folders_with_documents dragged added_to_boards shared title_renamed acting_by_touch'),
        ('folder',
         'folders folder_download folder_names slashes_in_names folder_trash moving_into_folders '
         'folder_picker_focus name_sheet_closed folders_elsewhere folder_layouts'),
        ('opener',
         'openers_listed openers_work openers_refused openers_elsewhere openers_for_good openers_here late_menus '
         'opener_layouts'),
        ('hand_over',
         'hand_over hand_over_at_work hand_over_at_a_question hand_over_before filing copies_elsewhere sending_actions web_actions'),
        ('details', 'details details_tags details_note details_versions details_of_many details_layouts preview_ready'),
        ('place', 'places tag_places folder_tree recently_opened saved_searches places_from_elsewhere place_layouts'),
        ('viewer', 'foreign_viewer'),
        ('mirrored', 'mirrored_library mirrored_looks'),
        ('restoring',
         'list_restored document_restored selection_restored installed_start crash_guard reader_guard offered_again offer_layouts continued_elsewhere private_left_out'),
        ('upload',
         'upload_goes_on upload_after_reload upload_paused upload_cancelled pasting adding_menu adding_by_kind '
         'same_content thousands_of_uploads thousands_arrive activity_panel activity_layouts job_notice'),
    ),
    # Reading and marking. Each brings its own documents.
    'reading': (
        ('player', 'film film_converted film_tracks film_sought film_waits film_stalls film_alone film_pinched chapters sound media_stands'),
        ('info', 'information information_links attachments form_values contents moving_picture'),
        ('archive', 'archive archive_of_other_kinds archive_on_a_phone archive_that_is_none'),
        ('queue', 'queue_by_keys queue_by_hand queue_page_by_page queue_follows queue_leading_pages queue_full_screen screens_exchanged queue_of_all_kinds'),
        ('split', 'split_wide split_long split_menu split_turned split_fixed split_divided split_by_hand edge_swipe'),
        ('reader_bars', 'bars beside_hidden_bars bars_in_full_screen'),
        ('paging', 'arrangements paging paging_down edge_taps spread_of_itself jump_and_swipe ends'),
        ('reader_view', 'turned_pages paging_renditions tapped_word all_pages odd_pages selecting sharing other_devices pages_taken_out '
         'page_pulled panel_comes_back'),
        ('text',
         'text_edited text_made text_left_in_time text_changed_elsewhere text_in_conflict text_without_line text_only_shown text_by_touch '
         'text_of_a_hostile_file text_in_the_trash'),
        ('reader_hostile',
         'ten_thousand_pages hostile_sizes hostile_sizes_on_a_phone tall_strips words_without_order million_words '
         'hostile_links links_of_another_server circular_outline broken_pages'),
        ('presenting', 'presenting missed_picture shown_to_others second_screen pointing'),
        ('reading_along', 'pages_ahead slideshow slideshow_bars slideshow_of_a_list page_notes presenter_status presented_overlay turning_together'),
        ('reader_jump', 'jumps jumps_by_touch'),
        ('locked', 'password_is_kept_nowhere'),
        ('copied_words', 'copied_words read_aloud'),
        ('page_places', 'places_of_a_pdf'),
        ('selection', 'text_goes_on selecting_by_keys selecting_by_mouse selecting_all selection_bar'),
        ('marks',
         'marking_words marking_tools original_stays marks_filtered marking_by_hand marking_between_pages marking_tools_have_room pen_after_palm marks_elsewhere locked '
         'annotations_of_the_file'),
    ),
    # Finding words, in all documents and in one; what words suggest. Each brings its own documents.
    'words': (
        ('similar', 'similar_shown similar_uploaded similar_compared'),
        ('suggestion', 'suggested_name suggested_dates suggestions_on_a_phone suggestions_in_the_reader'),
        ('searching',
         'found_words found_words_together found_words_by_keys found_words_by_touch found_filters found_filters_by_touch '
         'found_documents found_documents_in_places found_documents_many found_all_gone found_while_rebuilt recent_searches words_of_document'),
        ('found_selection', 'found_selected_by_mouse found_selected_by_keys found_selected_by_touch found_selected_in_all'),
        ('scanned_book', 'scanned_book'),
        ('find', 'find find_exactly find_listed find_failing find_in_new_content'),
    ),
    # Boards, and real touches on them, on pages and on the demos. Each brings its own documents.
    'hands_on': (
        ('reader_gesture',
         'pinch pinch_along_a_line pinch_is_held fingers_side_by_side drag_from_button cancel mouse tiles tiles_meet '
         'reduced_motion swipes taps taps_that_leave'),
        ('board', 'new_board'),
        ('board_naming', 'new_board_name new_board_names'),
        ('board', 'board_facts board_hands board_ink board_saving'),
        ('board_conflict',
         'board_disk_while_clean board_disk_while_dirty board_closed_at_once board_left_undecided '
         'board_conflict_pictured board_conflict_not_pictured board_conflict_on_phones '
         'board_changed_under_a_hand board_changed_under_a_stroke board_changed_while_read '
         'board_hidden_while_saving'),
        ('unsaved',
         'left_offline signed_out_at_work signed_out_meanwhile deleting_quickly thrown_away_meanwhile made_once'),
        ('board',
         'board_cards_again board_picture board_refusals board_from_library board_pages_from_library '
         'board_comes_back'),
        ('board_reach', 'board_way_back board_way_back_far board_adding_place'),
        ('board', 'board_from_reader board_printing board_saving_as_pdf board_layouts'),
        ('board_reach', 'board_in_small_windows'),
        ('board_touch', 'board_shapes board_menu_turns board_palm_that_lifted board_writing board_fingers'),
        ('gestures',
         'demo_pages touch_press touch_pan touch_cancel touch_fingers_change touch_swipe touch_pinch touch_rotate '
         'touch_edges pointer_hover touch_strokes touch_hit_testing touch_motion touch_strip touch_direction_lock '
         'touch_pages keys flags touch_overlay touch_scroll pen_and_palm touch_requirements wheel touch_taps'),
        ('app_recording', 'board_recording reader_recording reader_palm reader_palm_that_lifted'),
        ('touch_overlay', 'reader_shows_touches board_shows_touches'),
        ('app_recording', 'dialog_takes_fingers no_dead_zones densities'),
    ),
    # All screens of one furnished workspace.
    'every_screen': (
        ('axe', 'axe axe_everywhere'),
        ('fitting', 'small_windows all_windows'),
    ),
    'timed': (
        ('reader_gesture', 'pan'),
        ('look', 'look_is_quick'),
        ('board_touch', 'board_moves_undrawn board_ink_is_lifted'),
        ('opener', 'late_pictures'),
    ),
    'tasks': (('twelve_tasks', 'twelve_tasks'), ('touched_tasks', 'touched_tasks')),
    'in_firefox': (('firefox', 'firefox'),),
}
# Those that go through every size of the window, long recordings, the gesture lab's demos, and further cases of what a quicker
# check has. They run when all are asked for (`run.py --all`, in `make soak`), and those of one name when that is.
AT_LENGTH = frozenset(
    f'check_{name}'
    for name in (
        'all_windows axe_everywhere board_adding_place board_in_small_windows board_layouts board_moves_undrawn board_printing board_recording '
        'board_way_back compared_anew demo_pages densities dialog_takes_fingers flags folder_layouts history_layouts '
        'late_pictures layouts library_head many new_board_names no_flash opener_layouts openers_elsewhere '
        'openers_for_good pen_and_palm phone_fit pinch_along_a_line pinch_is_held pointer_hover printing_long '
        'printing_otherwise reader_head reader_recording reduced_motion refused_for_good restored_views settings_layouts '
        'reader_parts selection_of_many hostile_sizes_on_a_phone text_encodings thumb_layouts tiles tiles_meet thousands_arrive toasts_aside touch_cancel touch_direction_lock touch_edges touch_fingers_change '
        'touch_hit_testing touch_motion touch_overlay touch_pages touch_pan touch_pinch touch_press touch_requirements '
        'touch_rotate touch_scroll touch_strip touch_strokes touch_taps touched_tasks twelve_tasks'
    ).split()
)
# The longest first.
SIDE_BY_SIDE = ('records', 'reading', 'words', 'every_screen', 'documents', 'hands_on')


def checks(part, report, browser, client):
    """Each check of a part as its name and a function that gives it the values its parameters are named after."""
    values = {'report': report, 'browser': browser, 'client': client, 'name': NAME, 'pages': PAGES}
    for module, names in PARTS[part]:
        for name in names.split():
            check = getattr(importlib.import_module(f'{module}_checks'), f'check_{name}')
            yield check.__name__, partial(run, check, values)


def run(check, values):
    """Uploads a document of lines before the first check of a part that has its hands on one."""
    wanted = inspect.signature(check).parameters
    if 'document' in wanted and 'document' not in values:
        values['document'] = values['client'].upload('handled.pdf', pdf(pages=12, content=lines_of_text()))
    check(**{name: value for name, value in values.items() if name in wanted})
