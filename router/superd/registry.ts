import { z } from 'zod'
import { readDocument, withVersion } from '../store/versions.ts'
import type { RegistryLogin } from './engine.ts'
import type { SuperdMachine } from './machine.ts'

/** The registry for which a sign-in is stored. */
const HOST = 'ghcr.io'

const Login = { schema: z.object({ username: z.string(), password: z.string() }), migrations: [] }

/** The sign-in of an image registry, in a file that only root can read. */
export interface Registry {
  set(login: RegistryLogin | undefined): void
  /**
   * For downloads from the registry alone: others do not get the password. Throws `DamagedFile` and `NewerVersion` until another sign-in is
   * set.
   */
  loginFor(image: string): RegistryLogin | undefined
}

export function openRegistry(
  machine: Pick<SuperdMachine, 'readFile' | 'writeFile' | 'removeFile'>,
  directory: string,
): Registry {
  const path = `${directory}/registry.json`
  return {
    set(login) {
      if (login) machine.writeFile(path, JSON.stringify(withVersion(Login, login)), 0o600)
      else machine.removeFile(path)
    },
    loginFor(image) {
      const text = image.startsWith(`${HOST}/`) ? machine.readFile(path) : undefined
      return text === undefined ? undefined : readDocument(text, Login, path)
    },
  }
}
