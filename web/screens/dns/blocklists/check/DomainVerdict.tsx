import { Button } from '@mantine/core'
import { dnsBlock } from '../../../../../router/model/dns/blocklists/contract.ts'
import { EVERYBODY } from '../../../../../router/model/dns/blocklists/key.ts'
import type { DnsExplanation } from '../../../../../router/model/dns/blocklists/why.ts'
import { may } from '../../../../client/may.ts'
import { Section } from '../../../../parts/layout/Section.tsx'
import { dnsTexts } from '../../../../texts/dns/dns.ts'
import { useWho } from '../../useWho.ts'
import { plainName } from '../rules/sentence.ts'
import { useSetRule } from '../rules/useSetRule.ts'
import styles from './CheckScreen.module.css'
import { namingsIn, sentencesOf } from './finding.ts'

const { why: words, line } = dnsTexts

const HEADINGS = { ...line.reasons.verdicts, ...words.results }

/** The decision, the lists that contain the domain, and buttons to change it. */
export function DomainVerdict({ explanation, client }: { explanation: DnsExplanation; client: string | undefined }) {
  const { Name, Result, Lists } = explanation
  const name = plainName(Name)
  return (
    <Section title={`${name}: ${HEADINGS[Result]}`}>
      <div className={styles.sentences} role="status">
        {sentencesOf(explanation).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      {Lists.length > 0 ? (
        <div className={styles.lists}>
          <h3>{words.lists}</h3>
          <ul>
            {namingsIn(Lists).map(({ list, domains, isException }) => (
              <li key={`${list} ${isException}`}>
                {list} {(isException ? words.excepted : words.listed)(domains.join(', '))}
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <p className="quiet">{words.noList}</p>
      )}
      {Name !== '.' && may(dnsBlock.override) && (
        <Choices name={name} isBlocked={Result === 'blocked'} client={client} />
      )}
    </Section>
  )
}

function Choices({ name, isBlocked, client }: { name: string; isBlocked: boolean; client: string | undefined }) {
  const setRule = useSetRule()
  const { nameOf } = useWho()
  const label = isBlocked ? line.allowFor : line.blockFor
  const clients = client === undefined ? [EVERYBODY] : [client, EVERYBODY]
  return (
    <div className={styles.actions}>
      {clients.map((one) => {
        const who = one === EVERYBODY ? dnsTexts.everyoneWithin : nameOf(one)
        return (
          <Button
            key={one}
            variant="default"
            classNames={{ root: styles.long, label: styles.words }}
            onClick={() => setRule({ type: isBlocked ? 'permit' : 'block', name, client: one }, who)}
          >
            {label(who)}
          </Button>
        )
      })}
    </div>
  )
}
