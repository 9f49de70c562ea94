import { NativeSelect, NumberInput } from '@mantine/core'
import '@mantine/core/styles/NumberInput.css'
import { deviceTexts } from '../../texts/device.ts'
import styles from './Reach.module.css'
import { CHOICES, type Purpose } from './service.ts'

const words = deviceTexts.reach

interface PurposeFieldsProps {
  purpose: Purpose
  onChange: (purpose: Purpose) => void
}

/** What a connection is for, in words; the protocol and the port for whoever knows better. */
export function PurposeFields({ purpose, onChange }: PurposeFieldsProps) {
  const { service, proto, port } = purpose
  return (
    <>
      <NativeSelect
        label={words.what}
        value={service}
        onChange={({ currentTarget }) =>
          onChange({ ...purpose, service: CHOICES.find((one) => one === currentTarget.value) ?? 'https' })
        }
        data={CHOICES.map((value) => ({ value, label: words.services[value] }))}
      />
      {service === 'port' && (
        <div className={styles.port}>
          <NativeSelect
            label={words.proto}
            value={proto}
            onChange={({ currentTarget }) =>
              onChange({ ...purpose, proto: currentTarget.value === 'udp' ? 'udp' : 'tcp' })
            }
            data={['tcp', 'udp']}
          />
          <NumberInput
            label={words.port}
            value={port}
            min={1}
            max={65_535}
            allowDecimal={false}
            hideControls
            onChange={(value) => onChange({ ...purpose, port: Number(value) })}
          />
        </div>
      )}
    </>
  )
}
