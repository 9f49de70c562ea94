import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { firewall } from '../../../../router/model/firewall/config/contract.ts'
import { devices } from '../../../../router/model/home/devices/contract.ts'
import { query } from '../../../client/query.ts'
import forms from '../../../parts/forms/Form.module.css'
import { Form } from '../../../parts/forms/Form.tsx'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { SubmitButton } from '../../../parts/forms/SubmitButton.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { diagnosisTexts } from '../../../texts/machine/diagnostics.ts'
import { admittedIn } from './admitted.ts'
import styles from './Diagnosis.module.css'

const words = diagnosisTexts.admitted
type Map = keyof typeof words.maps

/** The devices that the kernel's firewall admits now. */
export function AdmittedDevices() {
  const [map, setMap] = useState<Map>('internet_access')
  const [shown, setShown] = useState<Map>()
  const { data: known } = useQuery(query(devices.list))
  const { data, error, isFetching, refetch } = useQuery({
    ...query(firewall.map, { params: { name: shown ?? map } }),
    enabled: shown !== undefined,
    staleTime: 0,
    refetchInterval: false,
    refetchOnWindowFocus: false,
  })
  const rows = data && known && admittedIn(data, known)
  const look = () => {
    setShown(map)
    if (map === shown) void refetch()
  }
  return (
    <Section title={words.title} hint={words.hint}>
      <Form onSubmit={look} className={forms.form}>
        <NativeSelect
          label={words.map}
          value={map}
          onChange={({ currentTarget }) => setMap(currentTarget.value as Map)}
          data={Object.entries(words.maps).map(([value, label]) => ({ value, label }))}
        />
        <SaveError error={error} />
        <div>
          <SubmitButton loading={isFetching}>{words.submit}</SubmitButton>
        </div>
        <div role="status">
          {shown && rows && (
            <ul className={styles.found}>
              {rows.length === 0 && <li>{words.noDevices}</li>}
              {rows.map(({ name, key }) => (
                <li key={key}>
                  {name} <code>{key}</code>
                </li>
              ))}
            </ul>
          )}
        </div>
      </Form>
    </Section>
  )
}
