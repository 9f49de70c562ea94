import { z } from 'zod'
import { Invalid } from '../errors.ts'
import type { HttpsGet } from '../machine/linux/httpsget.ts'
import { phrase } from '../phrases/phrase.ts'
import { STATUS } from '../wire/http.ts'
import type { RegistryLogin } from './engine.ts'

interface Deps {
  readonly get: (
    request: Pick<HttpsGet, 'url' | 'headers'>,
  ) => Promise<{ readonly status: number; readonly text: string }>
  readonly login: (image: string) => RegistryLogin | undefined
}

/** `HOST/NAME[:TAG]`. */
const IMAGE = /^([a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d{1,5})?)\/([a-z0-9]+(?:[._/-]+[a-z0-9]+)*)(?::[\w.-]+)?$/

const Tags = z.object({ tags: z.array(z.string()).nullish() })
const Token = z.object({ token: z.string() })

/**
 * The tags of an image in its registry. OCI Distribution Specification, "Listing Tags". The token for reading comes from `/token` of the
 * registry, as `ghcr.io` has it. Throws `Invalid` if the registry refuses, `Unavailable` if it does not answer.
 */
export async function tagsOfImage({ get, login }: Deps, image: string): Promise<string[]> {
  const [, host, name] = IMAGE.exec(image) ?? []
  if (!host || !name) throw new Invalid(phrase('plugins.imageReference'), 'image')
  const query = new URLSearchParams({ service: host, scope: `repository:${name}:pull` })
  const user = login(image)
  const credentials = user && `Basic ${Buffer.from(`${user.username}:${user.password}`).toString('base64')}`
  const signIn = await get({
    url: `https://${host}/token?${query}`,
    headers: credentials ? { Authorization: credentials } : {},
  })
  const token = signIn.status === STATUS.ok ? readAs(Token, signIn.text, host).token : undefined
  const { status, text } = await get({
    url: `https://${host}/v2/${name}/tags/list`,
    headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
  })
  if (status !== STATUS.ok) throw new Invalid(phrase('plugins.registryTagsStatus', host, status, name), 'image')
  return readAs(Tags, text, host).tags ?? []
}

function readAs<T>(schema: z.ZodType<T>, text: string, host: string): T {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    throw new Invalid(phrase('plugins.registryUnrecognised', host), 'image')
  }
}
