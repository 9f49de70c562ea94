import { MASK } from '../../../../router/model/home/devices/device.ts'
import { isSameRecipient } from '../../../../router/model/recipient.ts'

/** The server of a connection. */
export interface ConnectionServer {
  readonly Enabled: boolean
  readonly Host: string
  readonly Port: number
  readonly TLS: boolean
  readonly Authority: string
}

/** The port after TLS was switched: the usual one for it, unless another one was entered. `usual`: without and with TLS. */
export const portForTls = (port: number, tls: boolean, [plain, secure]: readonly [number, number]): number =>
  port === (tls ? plain : secure) ? (tls ? secure : plain) : port

/** The settings for the router. A saved secret is for one server and user, so for another one it is removed instead of kept. */
export function withoutOldSecrets<S extends ConnectionServer>(fields: S, saved: S, secrets: readonly (keyof S)[]): S {
  if (isSameRecipient(saved, fields)) return fields
  return { ...fields, ...Object.fromEntries(secrets.flatMap((name) => (fields[name] === MASK ? [[name, '']] : []))) }
}

/** The settings for the router: the empty lines of its events are left out. */
export const withTopics = <S extends { readonly Topics: readonly string[] }>(fields: S): S => ({
  ...fields,
  Topics: fields.Topics.map((topic) => topic.trim()).filter((topic) => topic !== ''),
})
