import type { Signals } from '../../../../../router/model/home/kinds/signals.ts'
import { More } from '../../../../parts/layout/Disclosure.tsx'
import { Fact, FactList } from '../../../../parts/layout/FactList.tsx'
import { kindTexts } from '../../../../texts/home/devices/kind.ts'

const words = kindTexts.received

/** All texts that a device has sent and that the kind is estimated from; nothing if there are none. The router limits their number. */
export function ReceivedSignals({ signals }: { signals: Signals }) {
  const { VendorClass, ParamReqList, Services, TXT, SSDPHeaders, Domains } = signals
  const facts: readonly (readonly [string, readonly string[]])[] = [
    [words.vendorClass, VendorClass === '' ? [] : [VendorClass]],
    [words.options, ParamReqList === '' ? [] : [ParamReqList.replaceAll(',', ', ')]],
    [words.services, Services],
    [words.texts, linesOf(TXT)],
    [words.headers, linesOf(SSDPHeaders)],
    [words.domains, Domains],
  ]
  const known = facts.filter(([, lines]) => lines.length > 0)
  return (
    known.length > 0 && (
      <More label={words.title}>
        <FactList>
          {known.map(([name, lines]) => (
            <Fact key={name} name={name}>
              {lines.map((line) => (
                <div key={line}>{line}</div>
              ))}
            </Fact>
          ))}
        </FactList>
      </More>
    )
  )
}

const linesOf = (texts: Readonly<Record<string, string>>): string[] =>
  Object.entries(texts).map(([key, value]) => `${key}: ${value}`)
