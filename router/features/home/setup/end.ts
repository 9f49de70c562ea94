import type { Core } from '../../../core.ts'

/** In minutes. The phone that has finished the setup receives the answer, and the page says which network to join. */
const GRACE = 0.5

/** Ends the setup network, and the leases of its clients, half a minute after the setup is finished. */
export function openSetupEnd({
  facts,
  change,
  clock,
  minuteMs = 60_000,
  onFailure,
}: Pick<Core, 'facts' | 'change' | 'clock' | 'minuteMs' | 'onFailure'>): Disposable & { learn(): void } {
  const graceMs = GRACE * minuteMs
  let ending: Disposable | undefined

  const end = (): void => {
    change((draft) => {
      for (const [ssid] of [...draft.setupNetworks.rows()]) draft.setupNetworks.remove(ssid)
      for (const [mac] of [...draft.setupLeases.rows()]) draft.setupLeases.remove(mac)
    }).catch((error) => {
      onFailure('the setup network could not be ended', error)
      ending = clock.after(graceMs, end)
    })
  }

  return {
    /** To be called with every committed change. */
    learn() {
      if (facts.setting('setup').done && facts.setupNetworks.size > 0) ending ??= clock.after(graceMs, end)
    },
    [Symbol.dispose]: () => ending?.[Symbol.dispose](),
  }
}
