import type { Core } from '../../../core.ts'
import { FailedAttempt, phraseOf } from '../../../errors.ts'
import type { DialTarget } from '../../../machine/dial.ts'

/** The server of an integration, as its settings name it. */
export interface Server {
  readonly Host: string
  readonly Port: number
  readonly TLS: boolean
  readonly Authority: string
}

type Deps = Pick<Core, 'resolve' | 'authorities'>

/** Returns a function that finds the address of a server. It throws `FailedAttempt` if there is none to connect to. */
export const openTargets =
  ({ resolve, authorities }: Deps) =>
  async ({ Host, Port, TLS, Authority }: Server): Promise<DialTarget> => {
    const ip = await resolve(Host).catch((error: Error) => {
      throw new FailedAttempt(phraseOf(error), { field: 'Host', cause: error })
    })
    const trust = { name: Host, only: Authority, additional: authorities }
    return { ip, port: Port, trust: TLS ? trust : undefined }
  }
