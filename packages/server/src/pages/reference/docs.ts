// The API reference for people, made from the contract: an index with a search, a page for each group, endpoint and guide.
import type { Page } from '../../kit/http/pages/page.ts';
import { groups } from '../openapi/groups.ts';
import { endpointPage } from './endpoint-page.ts';
import { errorsPage, eventsPage } from './events-page.ts';
import { guideHtml, guides } from './guides.ts';
import { html } from './html.ts';
import { groupPage, indexPage, searchPage } from './index-page.ts';
import {
  endpointPath,
  groupPath,
  guidePath,
  type PageContent,
  referencePage,
  STYLE_PATH,
  styleFile,
} from './layout.ts';

const LONGEST_QUERY = 100;

function index({ url }: Request): Response {
  const query = (URL.parse(url)?.searchParams.get('q') ?? '').trim().slice(0, LONGEST_QUERY);
  return referencePage(query === '' ? indexPage() : searchPage(query));
}

const still =
  (content: () => PageContent): Page =>
  () =>
    referencePage(content());

export function docsPages(): [string, Page][] {
  return [
    ['/api/docs', index],
    [STYLE_PATH, styleFile],
    ['/api/docs/events', still(eventsPage)],
    ['/api/docs/errors', still(errorsPage)],
    ...guides.map((guide): [string, Page] => {
      const path = guidePath(guide.id);
      const trail = html`<p class="trail"><a href="/api/docs">API</a></p>`;
      return [path, still(() => ({ title: guide.title, here: path, body: html`${trail}${guideHtml(guide)}` }))];
    }),
    ...groups.map((group): [string, Page] => [groupPath(group.id), still(() => groupPage(group))]),
    ...groups.flatMap((group) =>
      group.endpoints.map((named): [string, Page] => [
        endpointPath(named.endpoint.id),
        still(() => endpointPage(named, group)),
      ]),
    ),
  ];
}
