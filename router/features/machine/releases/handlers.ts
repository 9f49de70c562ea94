import type { Core } from '../../../core.ts'
import type { releases } from '../../../model/machine/releases/contract.ts'
import {
  CHANNELS,
  defaultRelease,
  type ReleaseSettings,
  type UpdateSettings,
} from '../../../model/machine/releases/release.ts'
import type { Handlers } from '../../../model/operation.ts'
import { demandUnchanged } from '../../../model/sentback.ts'
import { demandProof } from '../../access/credentials/factors.ts'
import type { ReleaseUpdates } from './updates.ts'
import type { ReleaseWatch } from './watch.ts'

interface Deps extends Pick<Core, 'facts' | 'change' | 'version'> {
  readonly watch: Pick<ReleaseWatch, 'offered'>
  readonly updates: ReleaseUpdates
}

export function releaseHandlers({ facts, change, version, watch, updates }: Deps): Handlers<typeof releases> {
  const choose = ({ body }: { body: Partial<ReleaseSettings> & { Current?: unknown } }) => {
    demandUnchanged({ Current: version }, body, ['Current'])
    const { CustomChannel, CustomVersion } = body
    return change((draft) => {
      const before = draft.setting('release')
      draft.set('release', {
        CustomChannel: CustomChannel === 'main' ? '' : (CustomChannel ?? before.CustomChannel),
        CustomVersion: CustomVersion ?? before.CustomVersion,
      })
    })
  }
  const reset = () => change((draft) => draft.set('release', defaultRelease()))
  const wish = (part: Partial<UpdateSettings>) => () =>
    change((draft) => draft.set('updates', { ...draft.setting('updates'), ...part }))
  return {
    release: () => ({ ...facts.setting('release'), Current: version }),
    choose,
    reset,
    chooseWithCode: choose,
    resetWithCode: reset,
    channels: () => [...CHANNELS],
    available: () => {
      const found = watch.offered.map(({ Version }) => Version)
      return found.includes(version) ? found : [...found, version]
    },
    source: () => facts.setting('releaseSource'),
    changeSource: ({ body }) => change((draft) => draft.set('releaseSource', body)),
    state: () => updates.state(),
    look: () => updates.look(),
    install: ({ body: { Version, When }, caller }) =>
      updates.install({ version: Version, when: When, demandProof: () => demandProof(facts, caller) }),
    cancel: () => updates.cancel(),
    checks: () => facts.setting('updates').Check,
    check: wish({ Check: true }),
    checkNot: wish({ Check: false }),
    updatesItself: () => facts.setting('updates').Auto,
    updateItself: wish({ Auto: true }),
    updateNot: wish({ Auto: false }),
  }
}
