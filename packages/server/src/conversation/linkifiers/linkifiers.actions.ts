// Every write of linkifiers. Everyone receives the whole list.

import { type Linkifier, type RealmId, Refused, realmLinkifiersChanged } from '@stoa/contract';
import { bumpRenderDictionary } from '../../identity/realm/render-dictionary.actions.ts';
import { sql } from '../../kit/database/sql.ts';
import { changesBetween, finalValues, initialValues } from '../../kit/write/audit-record.ts';
import type { WriteContext } from '../../kit/write/write-context.ts';
import { findLinkifiers } from './linkifiers.queries.ts';
import { checkLinkifier, checkOrder, type LinkifierInput } from './linkifiers.rules.ts';

export async function createLinkifier(
  context: WriteContext,
  realm_id: RealmId,
  requested: LinkifierInput,
): Promise<number> {
  const linkifier = checkLinkifier(requested);
  const existing = await findLinkifiers(context.tx, realm_id);
  context.caps.check('linkifiers', existing.length);
  checkNew(existing, linkifier.pattern);
  const created = await context.tx.get<{ id: number }>(
    sql`insert into linkifiers (realm_id, pattern, url_template, example_input, reverse_template,
       alternative_url_templates, position)
     values (${realm_id}, ${linkifier.pattern}, ${linkifier.url_template}, ${linkifier.example_input}, ${linkifier.reverse_template}, ${JSON.stringify(linkifier.alternative_url_templates)}, (select coalesce(max(position), 0) + 1 from linkifiers where realm_id = ${realm_id}))
     returning id`,
  );
  const { pattern, ...others } = linkifier;
  context.record({ kind: 'linkifier_added', name: pattern, changes: initialValues(others) });
  await announceLinkifiers(context, realm_id);
  return created!.id;
}

export async function editLinkifier(
  context: WriteContext,
  realm_id: RealmId,
  id: number,
  requested: LinkifierInput,
): Promise<void> {
  const existing = await findLinkifiers(context.tx, realm_id);
  const before = getLinkifier(existing, id);
  const linkifier = checkLinkifier(requested);
  checkNew(
    existing.filter((other) => other.id !== id),
    linkifier.pattern,
  );
  await context.tx.run(
    sql`update linkifiers set pattern = ${linkifier.pattern}, url_template = ${linkifier.url_template}, example_input = ${linkifier.example_input}, reverse_template = ${linkifier.reverse_template},
       alternative_url_templates = ${JSON.stringify(linkifier.alternative_url_templates)} where id = ${id}`,
  );
  const changes = changesBetween(before, linkifier);
  if (changes.length > 0) context.record({ kind: 'linkifier_changed', name: before.pattern, changes });
  await announceLinkifiers(context, realm_id);
}

export async function deleteLinkifier(context: WriteContext, realm_id: RealmId, id: number): Promise<void> {
  const { pattern, url_template } = getLinkifier(await findLinkifiers(context.tx, realm_id), id);
  await context.tx.run(sql`delete from linkifiers where id = ${id}`);
  context.record({ kind: 'linkifier_removed', name: pattern, changes: finalValues({ url_template }) });
  await announceLinkifiers(context, realm_id);
}

export async function orderLinkifiers(
  context: WriteContext,
  realm_id: RealmId,
  order: readonly number[],
): Promise<void> {
  const existing = await findLinkifiers(context.tx, realm_id);
  checkOrder(
    order,
    existing.map(({ id }) => id),
  );
  for (const [position, id] of order.entries())
    await context.tx.run(sql`update linkifiers set position = ${position} where id = ${id}`);
  context.record({ kind: 'linkifiers_reordered' });
  await announceLinkifiers(context, realm_id);
}

function getLinkifier(existing: readonly Linkifier[], id: number): Linkifier {
  const found = existing.find((linkifier) => linkifier.id === id);
  if (!found) throw Refused('linkifier_unknown');
  return found;
}

function checkNew(others: readonly Linkifier[], pattern: string): void {
  if (others.some((other) => other.pattern === pattern)) throw Refused('linkifier_taken');
}

async function announceLinkifiers({ tx, emit }: WriteContext, realm_id: RealmId): Promise<void> {
  await bumpRenderDictionary(tx, realm_id);
  emit(realmLinkifiersChanged, { realm_linkifiers: await findLinkifiers(tx, realm_id) }, { everyone: true });
}
