/** Thrown for a call that is not answered. `message` is the line that the caller gets, `status` the HTTP status. */
export class Refusal extends Error {
  readonly status: number

  constructor(message: string, status: number) {
    super(message)
    this.status = status
  }
}
