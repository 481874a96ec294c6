// Fields of GitHub payloads shared by all events. Pure.
import { z } from 'zod';
import type { Message, UrlOptions } from '../../integration.rules.ts';
import { topicOf } from '../../markdown.rules.ts';
import { flag, maybe, part, text } from '../../payload.rules.ts';

export const Person = z.looseObject({ login: text, html_url: maybe });
export const Repository = z.looseObject({
  name: text,
  full_name: maybe,
  html_url: maybe,
  private: flag,
});
export const Common = z.looseObject({
  sender: part(Person),
  repository: part(Repository),
  organization: part(z.looseObject({ login: text })),
  action: maybe,
});

export interface Case {
  readonly payload: unknown;
  readonly who: string;
  readonly repo: string;
  readonly repo_full_name: string;
  readonly repo_url: string | null | undefined;
  readonly organization: string | null;
  readonly action: string;
  readonly options: UrlOptions;
  readonly has_topic: boolean;
}

/** The event name for filters in a URL; null for events without a message. */
export type Named = (delivery: Case) => string | null;
export interface Format {
  readonly event?: string | Named;
  readonly format: (delivery: Case) => Message;
}

export function readCase(payload: unknown, options: UrlOptions, has_topic: boolean): Case {
  const { sender, repository, organization, action } = Common.parse(payload);
  return {
    payload,
    who: sender?.login ?? 'Somebody',
    repo: topicOf(repository?.name ?? organization?.login ?? 'GitHub'),
    repo_full_name: repository?.full_name ?? repository?.name ?? '',
    repo_url: repository?.html_url,
    organization: organization?.login ?? null,
    action: action ?? '',
    options,
    has_topic,
  };
}
