import type { Core } from '../../../core.ts'
import { FailedAttempt } from '../../../errors.ts'
import type { DialTarget } from '../../../machine/dial.ts'
import type { NatsMessage, NatsOptions, NatsSession } from '../../../machine/messaging.ts'
import type { NatsSettings } from '../../../model/messages/integrations/settings.ts'
import { phrase } from '../../../phrases/phrase.ts'
import type { EventSession } from './forwarding.ts'
import type { QueuedEvent } from './queue.ts'
import type { Server } from './target.ts'

/**
 * The subject of a topic: `wan:uplink:up` is `PREFIX.wan.uplink.up`. Characters with a meaning in subjects, and those outside
 * ASCII, become `_`: `dns:serve:192.168.2.6` is `PREFIX.dns.serve.192_168_2_6`.
 */
export const subjectOf = (prefix: string, topic: string): string =>
  [prefix, ...topic.split(':').map((token) => token.replaceAll(/[^!-)+-\-/-=?-~]/g, '_') || '_')].join('.')

/** Headers contain the original topic and the time. */
export const natsMessageOf = (prefix: string, { topic, at, text }: QueuedEvent): NatsMessage => ({
  subject: subjectOf(prefix, topic),
  text,
  headers: { Topic: topic.replaceAll(/[^ -~]/g, '_'), Time: new Date(at).toISOString() },
})

interface Deps extends Pick<Core, 'vault'> {
  readonly targetOf: (server: Server) => Promise<DialTarget>
  readonly connect: (target: DialTarget, options: NatsOptions) => Promise<NatsSession>
}

/** Returns a function that connects to a NATS server. */
export const natsConnector =
  ({ vault, targetOf, connect }: Deps) =>
  async (settings: NatsSettings): Promise<EventSession> => {
    const { Username: username, SealedPassword, SealedToken, SubjectPrefix } = settings
    const [password = '', token = ''] = [SealedPassword, SealedToken].map((sealed) => sealed && vault.open(sealed))
    const session = await connect(await targetOf(settings), { username, password, token }).catch((error) => {
      throw refusalOf(error)
    })
    return {
      closed: session.closed,
      async send(events) {
        const byMessage = new Map(events.map((event) => [natsMessageOf(SubjectPrefix, event), event]))
        const refusals = await session.publish([...byMessage.keys()])
        return new Map(refusals.map(({ message, reason }) => [byMessage.get(message)!, reason]))
      },
      [Symbol.dispose]: () => session[Symbol.dispose](),
    }
  }

/** What the library reports about the credentials and TLS. */
function refusalOf(error: unknown): unknown {
  const { name, message } = error as Error
  if (/authorization|authentication/i.test(`${name} ${message}`))
    return new FailedAttempt(phrase('messages.natsCredentialsRefused'), { field: 'Username', cause: error })
  if (/does not support 'tls'|not available on this server/.test(message))
    return new FailedAttempt(phrase('messages.natsWithoutTls'), { field: 'TLS', cause: error })
  return error
}
