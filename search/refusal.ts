/**
 * Thrown for a call that is refused. `message` is the text of the response, `status` its HTTP status, `headers` what it carries besides
 * the usual ones.
 */
export class Refusal extends Error {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>

  constructor(message: string, status: number, headers: Readonly<Record<string, string>> = {}) {
    super(message)
    this.status = status
    this.headers = headers
  }
}
