import { Failure } from '../../../client/failure.ts'

/** The reply of a call; null if the router answers that there is none. */
export const orNone = <T>(reply: Promise<T>): Promise<T | null> =>
  reply.catch((reason: unknown) => {
    if (reason instanceof Failure && reason.reason === 'missing') return null
    throw reason
  })
