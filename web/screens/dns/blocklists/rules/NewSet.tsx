import { Input, TextInput } from '@mantine/core'
import { useState } from 'react'
import { dnsBlock } from '../../../../../router/model/dns/blocklists/contract.ts'
import { useAct } from '../../../../client/changes.ts'
import { call } from '../../../../client/client.ts'
import { Form } from '../../../../parts/forms/Form.tsx'
import { complaintOf } from '../../../../parts/forms/fieldErrors.ts'
import { LabelsField } from '../../../../parts/forms/LabelsField.tsx'
import { SubmitButton } from '../../../../parts/forms/SubmitButton.tsx'
import { More } from '../../../../parts/layout/Disclosure.tsx'
import { Section } from '../../../../parts/layout/Section.tsx'
import { dnsTexts } from '../../../../texts/dns/dns.ts'
import styles from '../../Form.module.css'
import { useWho } from '../../useWho.ts'

const { rule: words } = dnsTexts

/** A form that creates a named set of custom rules. */
export function NewSet() {
  const [name, setName] = useState('')
  const [tags, setTags] = useState<readonly string[]>([])
  const { tags: known } = useWho()
  const put = useAct(
    () => call(dnsBlock.putOverrideList, { params: { list: name.trim() }, body: { Tags: [...tags] } }),
    dnsBlock.config,
  )
  const { fields, rest } = complaintOf(put.error, ['list', 'Name'])
  const submit = () => {
    if (name.trim() === '') return
    put.mutate(undefined, {
      onSuccess: () => {
        setName('')
        setTags([])
      },
    })
  }
  return (
    <Section title={words.newSet} hint={words.newSetHint}>
      <More label={words.addSet}>
        <Form onSubmit={submit} className={styles.form} noValidate>
          <TextInput
            label={words.setName}
            maxLength={64}
            autoComplete="off"
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            error={fields.list ?? fields.Name}
          />
          <Input.Wrapper label={words.tags} description={words.setTagsHint} labelElement="div">
            <LabelsField label={words.tags} labels={tags} known={known} onChange={setTags} />
          </Input.Wrapper>
          <SubmitButton variant="default" save={put} rest={rest}>
            {dnsTexts.add}
          </SubmitButton>
        </Form>
      </More>
    </Section>
  )
}
