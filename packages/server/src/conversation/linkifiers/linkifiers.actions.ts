// Every write of linkifiers; everybody is told the whole list.
import { BadRequest, type Linkifier, type RealmId, realmLinkifiersChanged } from '@stoa/contract';
import { changeVocabulary } from '../../identity/realm/render-dictionary.actions.ts';
import type { WriteContext } from '../../kit/write.ts';
import { findLinkifiers } from './linkifiers.queries.ts';
import { checkLinkifier, checkOrder, type GivenLinkifier } from './linkifiers.rules.ts';

export async function createLinkifier(
  context: WriteContext,
  realm_id: RealmId,
  given: GivenLinkifier,
): Promise<number> {
  const linkifier = checkLinkifier(given);
  const existing = await findLinkifiers(context.tx, realm_id);
  context.caps.check('linkifiers', existing.length);
  checkNew(existing, linkifier.pattern);
  const made = await context.tx.get<{ id: number }>(
    `insert into linkifiers (realm_id, pattern, url_template, example_input, reverse_template,
       alternative_url_templates, position)
     values ($1, $2, $3, $4, $5, $6, (select coalesce(max(position), 0) + 1 from linkifiers where realm_id = $1))
     returning id`,
    [
      realm_id,
      linkifier.pattern,
      linkifier.url_template,
      linkifier.example_input,
      linkifier.reverse_template,
      JSON.stringify(linkifier.alternative_url_templates),
    ],
  );
  await tell(context, realm_id);
  return made!.id;
}

export async function editLinkifier(
  context: WriteContext,
  realm_id: RealmId,
  id: number,
  given: GivenLinkifier,
): Promise<void> {
  const existing = await findLinkifiers(context.tx, realm_id);
  getLinkifier(existing, id);
  const linkifier = checkLinkifier(given);
  checkNew(
    existing.filter((other) => other.id !== id),
    linkifier.pattern,
  );
  await context.tx.run(
    `update linkifiers set pattern = $1, url_template = $2, example_input = $3, reverse_template = $4,
       alternative_url_templates = $5 where id = $6`,
    [
      linkifier.pattern,
      linkifier.url_template,
      linkifier.example_input,
      linkifier.reverse_template,
      JSON.stringify(linkifier.alternative_url_templates),
      id,
    ],
  );
  await tell(context, realm_id);
}

export async function deleteLinkifier(context: WriteContext, realm_id: RealmId, id: number): Promise<void> {
  getLinkifier(await findLinkifiers(context.tx, realm_id), id);
  await context.tx.run('delete from linkifiers where id = $1', [id]);
  await tell(context, realm_id);
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
    await context.tx.run('update linkifiers set position = $1 where id = $2', [position, id]);
  await tell(context, realm_id);
}

function getLinkifier(existing: readonly Linkifier[], id: number): void {
  if (!existing.some((linkifier) => linkifier.id === id)) throw BadRequest('Linkifier not found.');
}

function checkNew(others: readonly Linkifier[], pattern: string): void {
  if (others.some((other) => other.pattern === pattern))
    throw BadRequest('A linkifier with this pattern already exists.');
}

async function tell({ tx, emit }: WriteContext, realm_id: RealmId): Promise<void> {
  await changeVocabulary(tx, realm_id);
  emit(realmLinkifiersChanged, { realm_linkifiers: await findLinkifiers(tx, realm_id) }, { everyone: true });
}
