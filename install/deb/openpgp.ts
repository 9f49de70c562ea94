import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runTool } from '../tool.ts'

/** Signatures by OpenPGP (RFC 9580), with gpg(1) and one key. The keyring of the person who signs is not used. */
export interface Signer extends Disposable {
  /** The public key, in ASCII armor. */
  readonly publicKey: string
  /** Signs a text: the text with its signature (RFC 9580, section 7), and the signature alone, in ASCII armor. */
  sign(text: string): { readonly inline: string; readonly detached: string }
  /** Returns the text of a signed file. Throws if it was changed, or not signed by this key. */
  verify(path: string): string
}

/** Opens a file with a secret key, as `gpg --export-secret-keys` writes it. */
export function openSigner(keyFile: string): Signer {
  // Only the person who signs can read it. The path of the socket in it has to be short.
  const home = mkdtempSync(join(tmpdir(), 'sallyport-gpg-'))
  const gpg = (...args: readonly string[]): string => runTool(['gpg', '--homedir', home, '--batch', '--yes', ...args])
  const close = (): void => {
    runTool(['gpgconf', '--homedir', home, '--kill', 'all'])
    rmSync(home, { recursive: true, force: true })
  }
  try {
    gpg('--import', keyFile)
    if (
      gpg('--list-secret-keys', '--with-colons')
        .split('\n')
        .filter((line) => line.startsWith('sec:')).length !== 1
    )
      throw new Error(`${keyFile} must contain one secret key`)
  } catch (error) {
    close()
    throw error
  }
  return {
    publicKey: gpg('--armor', '--export'),
    sign(text) {
      const file = join(home, 'signed')
      writeFileSync(file, text)
      const flags = ['--digest-algo', 'SHA512', '--armor', '--output', '-']
      return { inline: gpg(...flags, '--clear-sign', file), detached: gpg(...flags, '--detach-sign', file) }
    },
    verify: (path) => gpg('--output', '-', '--verify', path),
    [Symbol.dispose]: close,
  }
}
