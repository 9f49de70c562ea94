import { randomBytes } from 'node:crypto'
import type { Core } from '../../../core.ts'
import { Conflict, Invalid, NotFound } from '../../../errors.ts'
import type { Handlers } from '../../../model/operation.ts'
import type { plus } from '../../../model/plugins/plus/contract.ts'
import { defaultPlus, EXTENSIONS, type Extension, hasPlus, PLUS_TOKEN } from '../../../model/plugins/plus/extensions.ts'
import { phrase } from '../../../phrases/phrase.ts'
import type { Change } from '../../../store/facts.ts'

interface Deps extends Pick<Core, 'facts' | 'change' | 'vault'> {
  /** Whether the licence server at this address accepts a token. Throws `Unavailable` if there is no answer. */
  readonly isLicensed: (url: string, token: string) => Promise<boolean>
}

export function plusHandlers({ facts, change, vault, isLicensed }: Deps): Handlers<typeof plus> {
  const server = (): string => facts.setting('plusServer').URL
  const token = (): string => (hasPlus(facts) ? vault.open(facts.setting('plus').SealedToken) : '')
  const isValid = async (value: string): Promise<boolean> =>
    PLUS_TOKEN.test(value) && (server() === '' || (await isLicensed(server(), value)))

  const save = (value: string) =>
    change((draft) =>
      draft.set('plus', value === '' ? defaultPlus() : { ...draft.setting('plus'), SealedToken: vault.seal(value) }),
    )

  const turn = (name: string, on: boolean) => {
    const extension = EXTENSIONS.find((one) => one === name.toUpperCase())
    if (!extension) throw new NotFound(phrase('plugins.extensionUnknown', JSON.stringify(name)))
    return turnExtension(change, extension, on)
  }

  return {
    token,
    async setToken({ body }) {
      if (body !== '' && !(await isValid(body))) throw new Invalid(phrase('plugins.licenceServerRefusesToken'))
      await save(body)
    },
    async createToken() {
      if (server() !== '') throw new Conflict(phrase('plugins.licenceServerIssuesTokens'))
      const value = `sallyport_${randomBytes(15).toString('hex')}`
      await save(value)
      return value
    },
    async tokenValid() {
      if (!hasPlus(facts)) throw new Invalid(phrase('plugins.plusTokenAbsent'))
      if (!(await isValid(token()))) throw new Invalid(phrase('plugins.plusTokenWrong'))
    },
    server: () => facts.setting('plusServer'),
    changeServer: ({ body }) => change((draft) => draft.set('plusServer', body)),
    start: ({ body }) => turn(body, true),
    stop: ({ body }) => turn(body, false),
    async startByName({ query: { name } }) {
      await turn(name, true)
      return []
    },
    async stopByName({ query: { name } }) {
      await turn(name, false)
      return []
    },
  }
}

/** Starts or stops an extension. Throws `Invalid` without a PLUS token. */
export const turnExtension = (change: Change, extension: Extension, on: boolean) =>
  change((draft) => {
    const settings = draft.setting('plus')
    if (settings.SealedToken === '') throw new Invalid(phrase('plugins.plusTokenNeededFirst'))
    draft.set('plus', { ...settings, Extensions: { ...settings.Extensions, [extension]: on } })
  })
