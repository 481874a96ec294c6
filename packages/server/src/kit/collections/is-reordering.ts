// Compares a requested order with what there is.

/** Whether `order` names each of the ids once, and nothing else. */
export function isReordering(ids: readonly number[], order: readonly number[]): boolean {
  const named = new Set(order);
  return order.length === ids.length && ids.every((id) => named.has(id));
}
