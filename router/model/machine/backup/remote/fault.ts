import { z } from 'zod'
import { phrase } from '../../../../phrases/phrase.ts'

const withDetail = (words: string) => (detail: string) => (detail ? `${words} (${detail})` : words)

/** Why a backup was not stored on another machine, or not read from there, in words. */
const WORDS = {
  login: withDetail('the server does not accept the login'),
  new_host_key: () => 'the host key of the server is not accepted yet',
  other_host_key: (key) => `the server has another host key: ${key}`,
  folder_access: withDetail('the folder does not exist, or may not be written'),
  folder_read: withDetail('the folder does not exist, or may not be read'),
  no_file: withDetail('the file does not exist, or may not be read'),
  no_folder: withDetail('the folder does not exist'),
  no_bucket: withDetail('the bucket does not exist'),
  unknown_name: (host) => `the name ${host} cannot be resolved`,
  refused: () => 'the server refuses the connection',
  unreachable: () => 'the server cannot be reached',
  no_tls: () => 'the server does not use TLS',
  certificate_name: () => 'the certificate of the server is for another name',
  certificate_early: () => String(phrase('internet.certificateNotYetValid')),
  certificate_expired: () => 'the certificate of the server has expired',
  certificate_untrusted: () => 'the certificate of the server is not signed by a trusted authority',
  clocks: withDetail('the clocks of the router and the server differ'),
  not_stored: withDetail('the server does not store files at this address'),
  redirect: withDetail('the server redirects to another address, which is not followed'),
  not_written: withDetail('the server could not write the file; its disk may be full'),
  no_space: withDetail('the server has no space left'),
  status: (status) => `the server answered ${status}`,
  other: (message) => message,
} satisfies Readonly<Record<string, (detail: string) => string>>

type FaultCode = keyof typeof WORDS

export const RemoteFault = z
  .object({
    Code: z
      .enum(Object.keys(WORDS) as [FaultCode, ...FaultCode[]])
      .meta({ description: 'Why it failed; `other` for an error message', example: 'login' }),
    Detail: z.string().meta({
      description: 'What the server answered, the host key, the host, or an error message; may be empty',
      example: 'HTTP 401',
    }),
  })
  .meta({ id: 'RemoteBackupFault' })
export type RemoteFault = z.output<typeof RemoteFault>

/** The fault in words. */
export const remoteFaultSentence = ({ Code, Detail }: RemoteFault): string => WORDS[Code](Detail)
