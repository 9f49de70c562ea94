import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { dnsBlock } from '../../../../../router/model/dns/blocklists/contract.ts'
import { query } from '../../../../client/query.ts'
import { DomainInput } from '../../../../parts/forms/DomainInput.tsx'
import { Form } from '../../../../parts/forms/Form.tsx'
import { complaintOf } from '../../../../parts/forms/fieldErrors.ts'
import { hostName } from '../../../../parts/forms/hostName.ts'
import { SubmitButton } from '../../../../parts/forms/SubmitButton.tsx'
import { Failed } from '../../../../parts/layout/Face.tsx'
import { Section } from '../../../../parts/layout/Section.tsx'
import { dnsTexts } from '../../../../texts/dns/dns.ts'
import { DeviceSelect } from '../../DeviceSelect.tsx'
import styles from './CheckScreen.module.css'
import { DomainVerdict } from './DomainVerdict.tsx'

const { why: words } = dnsTexts

/** The result of a DNS query for a device, with the list or rule that decides it. */
export function CheckScreen() {
  const { name = '', client } = useSearch({ from: '/admin/dns/check' })
  const navigate = useNavigate({ from: '/admin/dns/check' })
  const [typed, setTyped] = useState(name)
  const { data, error, isLoading, refetch } = useQuery({
    ...query(dnsBlock.why, { query: { name, client } }),
    enabled: name !== '',
    staleTime: 0,
    // Loaded on request only.
    refetchInterval: false,
    refetchOnWindowFocus: false,
  })
  const { fields, rest } = complaintOf(error, ['name'])
  const check = (next: string | undefined) => {
    const asked = hostName(typed)
    setTyped(asked)
    const search = { ...(asked !== '' && { name: asked }), ...(next !== undefined && { client: next }) }
    void navigate({ search, replace: true })
    if (asked === name && next === client) void refetch()
  }
  return (
    <div className={styles.page}>
      <Section title={words.title} hint={words.hint}>
        <Form onSubmit={() => check(client)} className={styles.form} noValidate>
          <DomainInput
            label={words.name}
            className={styles.name}
            placeholder={dnsTexts.rule.domainPlaceholder}
            value={typed}
            onChange={setTyped}
            error={fields.name}
          />
          <DeviceSelect label={words.who} isLabelShown value={client} onChange={check} />
          <SubmitButton>{words.submit}</SubmitButton>
        </Form>
      </Section>
      {isLoading && <Skeleton height={140} radius="lg" aria-busy="true" />}
      {error && rest !== '' && <Failed title={words.failed} error={error} onRetry={() => void refetch()} />}
      {data && !error && <DomainVerdict explanation={data} client={client} />}
    </div>
  )
}
