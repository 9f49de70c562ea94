import { randomBytes } from 'node:crypto'
import type { Core } from '../../../core.ts'
import { Invalid, NotFound } from '../../../errors.ts'
import type { notify, ShownTarget } from '../../../model/messages/notify/contract.ts'
import { MOST_TARGETS, type Target } from '../../../model/messages/notify/target.ts'
import type { Handlers } from '../../../model/operation.ts'
import { phrase } from '../../../phrases/phrase.ts'
import type { Draft } from '../../../store/facts.ts'
import { zoneOf } from '../../../store/timezone.ts'
import type { Notifications } from './notifications.ts'
import { newTarget, revisedTarget, shownTarget } from './revision.ts'
import type { VapidKeys } from './vapid.ts'

interface Deps extends Pick<Core, 'facts' | 'change' | 'vault'> {
  readonly notifications: Notifications
  readonly vapidKeys: () => Promise<VapidKeys>
}

export function notifyHandlers({ facts, change, vault, notifications, vapidKeys }: Deps): Handlers<typeof notify> {
  const shown = (target: Target): ShownTarget => shownTarget(target, notifications.stateOf(target.Id))
  const find = (id: string): Target => facts.notifyTargets.get(id) ?? missing()
  const settings = async () => ({
    Contact: facts.setting('notify').Contact,
    PublicKey: (await vapidKeys()).publicKey,
    TimeZone: zoneOf(facts),
  })

  return {
    list: () => [...facts.notifyTargets.values()].sort(byName).map(shown),

    async add({ body }) {
      const fresh = randomBytes(8).toString('hex')
      let id = fresh
      await change((draft) => {
        const same = sameBrowser(draft, body.Push?.Endpoint)
        id = same?.Id ?? fresh
        if (!same && facts.notifyTargets.size >= MOST_TARGETS)
          throw new Invalid(phrase('messages.targetsFull', MOST_TARGETS))
        const target = newTarget(id, body, vault)
        demandOwnName(draft, target)
        draft.notifyTargets.put(id, target)
      })
      return shown(find(id))
    },

    async update({ params: { id }, body }) {
      await change((draft) => {
        const target = revisedTarget(draft.notifyTargets.get(id) ?? missing(), body, vault)
        demandOwnName(draft, target)
        draft.notifyTargets.put(id, target)
      })
      return shown(find(id))
    },

    async remove({ params: { id } }) {
      await change((draft) => {
        if (!draft.notifyTargets.get(id)) missing()
        draft.notifyTargets.remove(id)
      })
    },

    test: ({ params: { id } }) => notifications.test(find(id).Id),

    trial: ({ body: { Id, ...body } }) =>
      notifications.trial(newTarget(Id ?? '', body, vault, Id === undefined ? undefined : find(Id).Way)),

    settings,
    async configure({ body: { Contact } }) {
      await change((draft) => draft.set('notify', { Contact }))
      return await settings()
    },
  }
}

/** A browser has one subscription: it subscribes again after its data were cleared, for example. */
const sameBrowser = (draft: Draft, endpoint: string | undefined): Target | undefined =>
  endpoint === undefined
    ? undefined
    : [...draft.notifyTargets.rows()].map(([, target]) => target).find((target) => endpointOf(target) === endpoint)

/** The address of the subscription of a browser; undefined for targets that are none. */
export const endpointOf = ({ Way }: Target): string | undefined =>
  Way.Kind === 'push' ? Way.Settings.Endpoint : undefined

/** Throws `Invalid` if another target has the same name. */
export function demandOwnName(draft: Draft, { Id, Name }: Target): void {
  for (const [, other] of draft.notifyTargets.rows())
    if (other.Id !== Id && other.Name === Name) throw new Invalid(phrase('messages.targetNameTaken'), 'Name')
}

const byName = (a: Target, b: Target): number => a.Name.localeCompare(b.Name)

function missing(): never {
  throw new NotFound(phrase('messages.targetUnknown'))
}
