import type { Machine } from '../../machine/machine.ts'
import type { Facts } from '../../store/facts.ts'
import type { Entry } from '../../store/table.ts'

/**
 * Sets links up that need not be down any more, whoever says so: an owner, or the end of the wait for a confirmation. A radio
 * is looked after by no driver of links.
 */
export async function raiseLinks(
  machine: Pick<Machine, 'changeLinks'>,
  { links }: Pick<Facts, 'links'>,
  entries: readonly Entry[],
): Promise<void> {
  const raised = entries.filter(
    ({ table, key, after }) => table === 'downLinks' && after === undefined && links.has(key),
  )
  if (raised.length > 0) await machine.changeLinks(raised.map(({ key }) => ({ kind: 'up', link: key, present: true })))
}
