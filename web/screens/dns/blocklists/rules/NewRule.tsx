import { Input, SegmentedControl, Select } from '@mantine/core'
import { useState } from 'react'
import { dnsBlock } from '../../../../../router/model/dns/blocklists/contract.ts'
import { DEFAULT_LIST, EVERYBODY } from '../../../../../router/model/dns/blocklists/key.ts'
import { useAct } from '../../../../client/changes.ts'
import { call } from '../../../../client/client.ts'
import { DomainInput } from '../../../../parts/forms/DomainInput.tsx'
import { Form } from '../../../../parts/forms/Form.tsx'
import { complaintOf } from '../../../../parts/forms/fieldErrors.ts'
import { hostName } from '../../../../parts/forms/hostName.ts'
import { LabelsField } from '../../../../parts/forms/LabelsField.tsx'
import { SubmitButton } from '../../../../parts/forms/SubmitButton.tsx'
import { More } from '../../../../parts/layout/Disclosure.tsx'
import { Section } from '../../../../parts/layout/Section.tsx'
import { dnsTexts } from '../../../../texts/dns/dns.ts'
import styles from '../../Form.module.css'
import { useWho } from '../../useWho.ts'
import { type DnsRuleDraft, type DnsRuleKind, givenOf, isForNone } from './given.ts'

const { rule: words } = dnsTexts
const KINDS: readonly DnsRuleKind[] = ['block', 'permit', 'lead']
const LENGTHS = Object.entries(words.lengths).map(([value, label]) => ({ value, label }))
const EMPTY: DnsRuleDraft = {
  kind: 'block',
  domain: '',
  target: '',
  client: undefined,
  seconds: 0,
  tags: [],
  set: DEFAULT_LIST,
}

/** Form that allows, blocks or redirects a domain, for all or one device, with an optional end. */
export function NewRule({ sets }: { sets: readonly string[] }) {
  const [draft, setDraft] = useState(EMPTY)
  const [tried, setTried] = useState(false)
  const { people, tags } = useWho()
  const put = useAct(
    (given: DnsRuleDraft) => call(dnsBlock.overrideIn, { params: { list: given.set }, body: givenOf(given) }),
    dnsBlock.config,
  )
  const { fields, rest } = complaintOf(put.error, ['Domain', 'ResultIP', 'ResultCNAME'])
  const change = (some: Partial<DnsRuleDraft>) => setDraft({ ...draft, ...some })
  const submit = () => {
    setTried(true)
    if (isForNone(draft)) return
    put.mutate(
      { ...draft, domain: hostName(draft.domain), target: hostName(draft.target) },
      { onSuccess: () => change({ domain: '', target: '' }) },
    )
  }
  return (
    <Section title={words.add} hint={words.addHint}>
      <Form onSubmit={submit} className={styles.form} noValidate>
        <SegmentedControl
          fullWidth
          aria-label={words.kind}
          value={draft.kind}
          onChange={(kind) => change({ kind })}
          data={KINDS.map((value) => ({ value, label: words.kinds[value] }))}
        />
        <DomainInput
          label={words.domain}
          placeholder={words.domainPlaceholder}
          value={draft.domain}
          onChange={(domain) => change({ domain })}
          error={fields.Domain}
        />
        {draft.kind === 'lead' && (
          <DomainInput
            label={words.target}
            description={words.targetHint}
            value={draft.target}
            onChange={(target) => change({ target })}
            error={fields.ResultIP ?? fields.ResultCNAME}
          />
        )}
        <Select
          label={words.who}
          placeholder={words.whoPlaceholder}
          data={[
            { value: EVERYBODY, label: dnsTexts.everyone },
            ...people.map(({ ip, name }) => ({ value: ip, label: name })),
          ]}
          value={draft.client ?? null}
          onChange={(client) => change({ client: client ?? undefined })}
          error={tried && isForNone(draft) && words.whoMissing}
          searchable
        />
        <Select
          label={words.howLong}
          data={LENGTHS}
          value={String(draft.seconds)}
          onChange={(value) => change({ seconds: Number(value) })}
          allowDeselect={false}
        />
        {(tags.length > 0 || sets.length > 1) && (
          <More label={words.more}>
            {tags.length > 0 && (
              <Input.Wrapper label={words.tags} labelElement="div">
                <LabelsField
                  label={words.tags}
                  labels={draft.tags}
                  known={tags}
                  onChange={(next) => change({ tags: next })}
                />
              </Input.Wrapper>
            )}
            {sets.length > 1 && (
              <Select
                label={words.set}
                data={sets.map((value) => ({ value, label: value === DEFAULT_LIST ? words.mainSet : value }))}
                value={draft.set}
                onChange={(set) => change({ set: set ?? DEFAULT_LIST })}
                allowDeselect={false}
              />
            )}
          </More>
        )}
        <SubmitButton save={put} rest={rest}>
          {words.submit[draft.kind]}
        </SubmitButton>
      </Form>
    </Section>
  )
}
