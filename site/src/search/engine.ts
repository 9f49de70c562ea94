import { answerQueries, type NamedIndex } from '../../../search/answer.ts'
import { indexRecords } from '../../../search/index.ts'

/** The search that the service runs, in the browser: the same engine, and the same records. */
export async function openEngine(records: string, name: string): Promise<(body: unknown) => unknown> {
  const response = await fetch(records)
  if (!response.ok) throw new Error(`${records}: ${response.status}`)
  const named: NamedIndex = { name, index: indexRecords(await response.json()) }
  return (body) => answerQueries(named, body)
}
