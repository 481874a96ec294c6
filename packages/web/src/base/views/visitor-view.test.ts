import { describe, expect, it } from 'bun:test';
import { hashOf, type Term, viewOf } from './view.ts';
import { VISITOR_HOME, visitorRoute, visitorView } from './visitor-view.ts';

const WEB_PUBLIC_CHANNEL = 7;
const routeOf = (hash: string) => visitorRoute(hash, (channel_id) => channel_id === WEB_PUBLIC_CHANNEL);
const term = (operator: string, operand: Term['operand'], negated = false): Term => ({ operator, operand, negated });

describe('[WB281] an address, without an account', () => {
  it('is read in web-public channels: channel, topic, message, day, topics and searches', () => {
    expect(routeOf('#narrow/channel/7-square')?.view).toEqual({ kind: 'channel', channel_id: 7 });
    expect(routeOf('#narrow/stream/7/topic/news/near/12')).toMatchObject({
      view: { kind: 'topic', channel_id: 7, topic: 'news' },
      near: 12,
    });
    expect(routeOf('#narrow/channel/7/date/2026-02-03')?.date).toBe('2026-02-03');
    expect(routeOf('#topics/channel/7')?.view).toEqual({ kind: 'topics', channel_id: 7 });
    for (const hash of [
      '#narrow/channels/web-public',
      '#narrow/channels/web-public/search/hello/has/link/sender/3-Dara',
      '#narrow/channel/7-square/search/hello',
      '#narrow/channels/web-public/is/resolved/-channel/9',
    ])
      expect(routeOf(hash)?.view.kind).toBe('search');
  });

  it('needs signing in everywhere else', () => {
    for (const hash of [
      '',
      '#inbox',
      '#feed',
      '#narrow/channel/8-secret',
      '#narrow/channel/8-secret/topic/news/near/12',
      '#topics/channel/8',
      '#narrow/dm/3',
      '#narrow/is/starred',
      '#narrow/search/hello',
      '#narrow/sender/3',
      '#narrow/channels/public/search/hello',
      '#narrow/-channels/web-public/search/hello',
      '#narrow/channels/web-public/is/unread',
      '#narrow/channels/web-public/channel/8/search/hello',
      '#settings/profile',
      '#user/3',
      '#setup/0123',
    ])
      expect([hash, routeOf(hash)]).toEqual([hash, null]);
  });
});

describe('[WB284] a view that a visitor goes to', () => {
  it('is of the web-public channels, unless it names a channel', () => {
    expect(visitorView({ kind: 'feed' })).toBe(VISITOR_HOME);
    const search = visitorView({ kind: 'search', terms: [term('search', 'hello')] });
    expect(hashOf(search)).toBe('#narrow/channels/web-public/search/hello');
    expect(routeOf(hashOf(search))?.view).toEqual(search);
    for (const view of [
      search,
      viewOf([term('channel', 7), term('search', 'hello')], 0),
      viewOf([term('channel', 7), term('topic', 'news')], 0),
    ])
      expect(visitorView(view)).toBe(view);
  });
});
