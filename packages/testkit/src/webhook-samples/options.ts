// The options of a webhook's URL that names none.

export const NO_OPTIONS = {
  branches: null,
  ignore_private_repositories: false,
  use_merge_request_title: true,
  name: null,
  desc: null,
  channels_map_to_topics: null,
} as const;
