import { z } from 'zod'
import { schemaPhrase } from '../../../phrases/phrase.ts'
import { get, put } from '../../operation.ts'

const TYPES = [
  'ssh-ed25519',
  'ssh-rsa',
  'ecdsa-sha2-nistp(256|384|521)',
  'sk-ssh-ed25519@openssh\\.com',
  'sk-ecdsa-sha2-nistp256@openssh\\.com',
]

/** A line of authorized_keys(5) without options, which could run commands. */
export const SshKey = z
  .string()
  .max(4096)
  .regex(
    new RegExp(`^(${TYPES.join('|')}) [A-Za-z0-9+/]{16,}={0,2}( [^\\u0000-\\u001f\\u007f]*)?$`),
    schemaPhrase('access.sshPublicKey'),
  )
  .meta({ description: 'A public key of SSH', example: `ssh-ed25519 ${'A'.repeat(68)} laptop` })

const EXAMPLE = [`ssh-ed25519 ${'A'.repeat(68)} laptop`]

export const sshKeys = {
  list: get('/authorizedKeys', {
    tag: 'general',
    access: 'password',
    summary: 'The SSH keys of the machine',
    reply: z.object({
      Keys: z.array(z.string()).meta({ description: 'The lines of the file', example: EXAMPLE }),
      Locked: z
        .boolean()
        .meta({ description: 'Keys cannot be set here: the file exists, or the router was started without one' }),
    }),
  }),
  save: put('/authorizedKeys', {
    tag: 'general',
    access: 'password',
    mayNeedCode: true,
    audit: 'set the SSH keys of the machine',
    summary: 'Set the SSH keys of the machine',
    description:
      'Creates the file that `--authorized-keys` names, for a machine that has none. An existing file is changed on the machine only: whoever holds ' +
      'a session of the app cannot add a key to it. Needs a proof if one-time codes are confirmed.',
    body: z.array(SshKey).min(1).max(32).meta({ description: 'The public keys', example: EXAMPLE }),
    errors: { 409: 'The file exists already, or the router was started without `--authorized-keys`' },
  }),
}
