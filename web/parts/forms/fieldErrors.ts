import { Failure } from '../../client/failure.ts'

/** What the router says against an input: of one of its fields, or of the whole. */
export interface Complaint {
  /** By the field's name in the contract; the rest of a path such as `Rules.0.DstIP` is left out. */
  readonly fields: Readonly<Record<string, string>>
  /** What belongs to no field that the form has. */
  readonly rest: string
}

export const NO_COMPLAINT: Complaint = { fields: {}, rest: '' }

/**
 * Where in a form a refusal belongs. The router's sentences begin with the name of a field and a colon (`DstIP: must be an
 * address`); `known` are the fields that the form shows.
 */
export function complaintOf(error: Error | null, known: readonly string[]): Complaint {
  if (!error) return NO_COMPLAINT
  const [, path = '', words = ''] = /^([\w.[\]]+): (.+)$/s.exec(error.message) ?? []
  const field = known.find((name) => path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`))
  if (!(error instanceof Failure) || field === undefined) return { fields: {}, rest: error.message }
  return { fields: { [field]: words }, rest: '' }
}
