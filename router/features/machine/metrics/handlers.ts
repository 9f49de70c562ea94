import type { metrics } from '../../../model/machine/metrics/contract.ts'
import { type Handlers, PlainText } from '../../../model/operation.ts'
import { sharing } from '../../sharing.ts'
import { type Family, flag, gauge, textOfMetrics } from './exposition.ts'

/** A group of metrics that are read together. */
export interface Collector {
  readonly name: string
  readonly read: () => readonly Family[] | Promise<readonly Family[]>
}

/** Callers at the same time share a reading. */
export function metricHandlers(collectors: readonly Collector[]): Handlers<typeof metrics> {
  const text = sharing(async () => {
    const groups = await Promise.all(
      collectors.map(async ({ name, read }) => {
        try {
          return { name, families: await read() }
        } catch {
          return { name, families: undefined }
        }
      }),
    )
    const success = gauge(
      'scrape_success',
      'Whether this group of metrics could be read.',
      groups.map(({ name, families }) => [flag(families !== undefined), { group: name }]),
    )
    return await textOfMetrics([...groups.flatMap(({ families = [] }) => families), success])
  })
  return { read: async () => new PlainText(await text()) }
}
