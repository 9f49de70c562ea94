import { Button, NativeSelect, PasswordInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Form } from '../../../parts/forms/Form.tsx'
import { complaintOf } from '../../../parts/forms/fieldErrors.ts'
import { SubmitButton } from '../../../parts/forms/SubmitButton.tsx'
import { More } from '../../../parts/layout/Disclosure.tsx'
import { linkTexts as links } from '../../../texts/internet/links.ts'
import { uplinkTexts } from '../../../texts/internet/uplinks.ts'
import styles from './Networks.module.css'
import type { useWifiUplink } from './useWifiUplink.ts'
import {
  type ListedWifiNetwork,
  type NetworkChoice,
  type NetworkFields,
  type Security,
  WIFI_SECURITIES,
  withNetwork,
} from './wifiNetwork.ts'

const texts = uplinkTexts.wifi
/** The new network is the first one of the request. Schemas and rules of the router write its place differently. */
const PLACES = ['Networks.0', 'Networks[0]']
const FIELDS = ['SSID', 'Password', 'BSSID']
/** The fields of the form in messages of the router. */
export const NETWORK_FIELDS = PLACES.flatMap((place) => FIELDS.map((field) => `${place}.${field}`))

interface NetworkFormProps {
  /** Of a scan; undefined for a network whose name is typed. */
  chosen: NetworkChoice | undefined
  networks: readonly ListedWifiNetwork[]
  save: ReturnType<typeof useWifiUplink>['save']
  onClose: () => void
}

/** The passphrase of a network, and the fields that the scan did not find. */
export function NetworkForm({ chosen, networks, save, onClose }: NetworkFormProps) {
  const [fields, setFields] = useState<NetworkFields>({
    ssid: chosen?.ssid ?? '',
    passphrase: '',
    security: chosen?.security ?? 'mixed',
    bssid: '',
  })
  const type = (part: Partial<NetworkFields>) => setFields({ ...fields, ...part })
  const complaints = complaintOf(save.error, NETWORK_FIELDS).fields
  const errorOf = (field: string) => complaints[`${PLACES[0]}.${field}`] ?? complaints[`${PLACES[1]}.${field}`]
  return (
    <Form
      className="stack-tight"
      noValidate
      onSubmit={() => save.mutate(withNetwork(networks, fields), { onSuccess: onClose })}
    >
      {chosen ? (
        <h3 className={styles.title}>{chosen.ssid}</h3>
      ) : (
        <>
          <TextInput
            label={texts.ssid}
            value={fields.ssid}
            onChange={({ currentTarget }) => type({ ssid: currentTarget.value })}
            error={errorOf('SSID')}
            autoComplete="off"
            spellCheck={false}
          />
          <NativeSelect
            label={texts.security}
            value={fields.security}
            onChange={({ currentTarget }) => type({ security: currentTarget.value as Security })}
            data={WIFI_SECURITIES.map((value) => ({ value, label: texts.securities[value] }))}
          />
        </>
      )}
      {fields.security !== 'open' && (
        <PasswordInput
          label={texts.passphrase}
          value={fields.passphrase}
          onChange={({ currentTarget }) => type({ passphrase: currentTarget.value })}
          error={errorOf('Password')}
          autoComplete="off"
        />
      )}
      <More label={texts.advanced} isOpen={errorOf('BSSID') !== undefined}>
        <TextInput
          label={texts.bssid}
          description={texts.bssidHint}
          value={fields.bssid}
          onChange={({ currentTarget }) => type({ bssid: currentTarget.value })}
          error={errorOf('BSSID')}
          autoComplete="off"
          spellCheck={false}
        />
      </More>
      <p className="quiet">{links.confirmHint}</p>
      <div className={styles.buttons}>
        <SubmitButton loading={save.isPending}>{texts.join}</SubmitButton>
        <Button variant="default" disabled={save.isPending} onClick={onClose}>
          {texts.cancel}
        </Button>
      </div>
    </Form>
  )
}
