/// The description of each metric, for the `HELP` lines of the exposition.
enum MetricDescriptions {
  static let all: [String: String] = [
    "http_requests_total": "Requests that were answered, by method, route and class of status.",
    "http_request_duration_seconds": "Time from the head of a request to the end of its answer.",
    "http_requests_in_flight": "Requests that are being answered.",
    "http_connections": "Connections that are open.",
    "sheaf_renders_total": "Pieces of work for render workers, by task and outcome.",
    "sheaf_render_seconds": "Time a render worker took for a piece of work.",
    "sheaf_render_queue": "Pieces of work that wait for a render worker, by priority.",
    "sheaf_workers_alive": "Render workers that are ready or at work.",
    "sheaf_workers_busy": "Render workers that are at work.",
    "sheaf_worker_ends_total": "Render workers that ended, by reason.",
    "sheaf_cache_hits_total": "Page images that were kept already.",
    "sheaf_cache_misses_total": "Page images that had to be drawn.",
    "sheaf_cache_bytes": "Bytes of page images that are kept.",
    "sheaf_storage_used_bytes": "Bytes of documents, versions and Trash.",
    "sheaf_storage_free_bytes": "Bytes that are free on the workspace's disk.",
    "sheaf_storage_low": "1 while the disk is nearly full and nothing more is taken.",
    "sheaf_storage_quota_bytes": "Bytes that documents, versions and Trash may take at most.",
    "sheaf_build_info": "1, with the release as a label.",
    "sheaf_last_backup_timestamp_seconds":
      "Time of the last complete backup since 1970, 0 for none; its age is time() minus it.",
    "process_cpu_seconds_total": "Processor time of the server, without its render workers.",
    "process_resident_memory_bytes": "Memory of the server, without its render workers.",
    "process_virtual_memory_bytes": "Address space of the server.",
    "process_open_fds": "File descriptors that are open.",
    "process_max_fds": "File descriptors that may be open at most.",
    "process_start_time_seconds": "Start of the server since 1970.",
    "process_threads": "Threads of the server.",
  ]
}
