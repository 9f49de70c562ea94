import { Failure } from '../../client/failure.ts'

/** Errors of the router about an input: of single fields, or of the whole. */
export interface InputErrors {
  /** By the field's name in the contract; the rest of a path such as `Rules.0.DstIP` is left out. */
  readonly fields: Readonly<Record<string, string>>
  /** Errors of fields that the form does not have. */
  readonly rest: string
}

const NO_COMPLAINT: InputErrors = { fields: {}, rest: '' }

/**
 * Assigns the error of a call to a field of its form: the field that the router names, such as `Rules.0.DstIP`. `known` are the fields
 * of the form.
 */
export function complaintOf(error: Error | null, known: readonly string[]): InputErrors {
  if (!error) return NO_COMPLAINT
  const path = (error instanceof Failure && error.coded?.Field) || ''
  const field = known.find((name) => path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`))
  if (field === undefined) return { fields: {}, rest: error.message }
  return { fields: { [field]: error.message.replace(`${path}: `, '') }, rest: '' }
}
