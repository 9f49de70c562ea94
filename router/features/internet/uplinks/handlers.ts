import type { Core } from '../../../core.ts'
import { Invalid, NotFound } from '../../../errors.ts'
import type { wan } from '../../../model/internet/uplinks/contract.ts'
import type { Handlers } from '../../../model/operation.ts'
import { phrase } from '../../../phrases/phrase.ts'
import type { SpeedTests } from './speedtest.ts'
import type { UplinkWatch } from './watch.ts'

export function wanHandlers(
  { facts, change }: Pick<Core, 'facts' | 'change'>,
  watch: UplinkWatch,
  speedTests: SpeedTests,
): Handlers<typeof wan> {
  const measure = (link: string) => speedTests.run(link, facts.setting('wan').SpeedTestURL)
  return {
    config: () => facts.setting('wan'),
    async configure({ body }) {
      await change((draft) => draft.set('wan', { ...draft.setting('wan'), ...body }))
      return facts.setting('wan')
    },
    status: () => watch.status(),
    history({ params, query: { scale, count } }) {
      const samples = watch.history(params.interface, { scale, count })
      if (!samples) throw notFound(params.interface)
      return samples
    },
    outages: () => watch.outages(),
    speeds: () => speedTests.results(),
    measureActive() {
      const active = watch.status().find(({ Active }) => Active)
      if (!active) throw new Invalid(phrase('internet.noUplinkAddress'))
      return measure(active.Iface)
    },
    measure({ params: { interface: link } }) {
      if (!watch.status().some(({ Iface }) => Iface === link))
        throw new Invalid(phrase('internet.noEnabledUplink', JSON.stringify(link)), 'interface')
      return measure(link)
    },
  }
}

const notFound = (link: string): NotFound => new NotFound(phrase('internet.uplinkUnknown', JSON.stringify(link)))
