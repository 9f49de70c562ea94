import { Button, CloseButton } from '@mantine/core'
import { useState } from 'react'
import { dnsBlock } from '../../../../../router/model/dns/blocklists/contract.ts'
import { DomainInput } from '../../../../parts/forms/DomainInput.tsx'
import { cleared } from '../../../../parts/forms/draft.ts'
import { Form } from '../../../../parts/forms/Form.tsx'
import { complaintOf } from '../../../../parts/forms/fieldErrors.ts'
import { hostName } from '../../../../parts/forms/hostName.ts'
import { SaveError } from '../../../../parts/forms/SaveNote.tsx'
import { SubmitButton } from '../../../../parts/forms/SubmitButton.tsx'
import { Permitted } from '../../../../parts/layout/Permitted.tsx'
import { Section } from '../../../../parts/layout/Section.tsx'
import { locale } from '../../../../parts/values/locale.ts'
import { deviceTexts } from '../../../../texts/home/devices/device.ts'
import { plainName } from '../../../dns/blocklists/rules/sentence.ts'
import styles from './Names.module.css'
import { rulesForDevice } from './query.ts'
import { useFiltering } from './useFiltering.ts'

const words = deviceTexts.rules
const when = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })

/** Domains that are blocked or allowed for this device only. */
export function NameRules({ ip }: { ip: string }) {
  const { config, act } = useFiltering(ip)
  const [typed, setTyped] = useState('')
  const rules = (config.data?.OverrideLists ?? []).flatMap(({ Name, PermitDomains, BlockDomains }) =>
    rulesForDevice([...PermitDomains, ...BlockDomains], ip).map((rule) => ({ ...rule, list: Name })),
  )
  const complaint = complaintOf(act.error, ['Domain'])
  const say = (type: 'permit' | 'block') =>
    act.mutate((filter) => filter.say(type, hostName(typed)), { onSuccess: () => setTyped(cleared(typed, '')) })
  return (
    <Section changes={dnsBlock.override} title={words.title} hint={words.hint}>
      {rules.length > 0 ? (
        <ul className={styles.rules}>
          {rules.map(({ Domain, Type, Expiration, list }) => (
            <li key={`${Domain} ${list}`} className={styles.rule}>
              <span className={styles.name}>{plainName(Domain)}</span>
              <span className={styles.verdict} data-type={Type}>
                {words[Type]}
                {Expiration > 0 && ` ${words.until(when.format(Expiration * 1000))}`}
              </span>
              <CloseButton
                size="sm"
                aria-label={words.liftOf(plainName(Domain))}
                title={words.lift}
                onClick={() => act.mutate((filter) => filter.lift(Domain, list))}
              />
            </li>
          ))}
        </ul>
      ) : (
        <p className={styles.none}>{words.none}</p>
      )}
      <Permitted to={dnsBlock.override}>
        <Form className={styles.say} noValidate onSubmit={() => say('block')}>
          <DomainInput
            className={styles.whole}
            aria-label={words.name}
            placeholder={words.placeholder}
            value={typed}
            onChange={setTyped}
            error={complaint.fields.Domain}
          />
          <SubmitButton variant="default" disabled={typed.trim() === ''}>
            {words.doBlock}
          </SubmitButton>
          <Button variant="default" disabled={typed.trim() === ''} onClick={() => say('permit')}>
            {words.doPermit}
          </Button>
        </Form>
      </Permitted>
      {complaint.rest !== '' && <SaveError error={act.error} />}
    </Section>
  )
}
