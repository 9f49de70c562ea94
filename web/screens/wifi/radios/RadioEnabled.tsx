import { Button, Switch } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconRestore } from '@tabler/icons-react'
import { radios } from '../../../../router/model/wifi/radios/contract.ts'
import type { WifiRadio } from '../../../../router/model/wifi/radiostate/state.ts'
import { call } from '../../../client/client.ts'
import { ConfirmDialog } from '../../../parts/dialogs/ConfirmDialog.tsx'
import { Confirmed } from '../../../parts/dialogs/Confirmed.tsx'
import { SettingSection } from '../../../parts/forms/SettingSection.tsx'
import { radioTexts } from '../../../texts/wifi/radios.ts'
import styles from './RadioScreen.module.css'
import { useRadioChange } from './saveRadio.ts'

const texts = radioTexts.radio

/** Whether a radio is used. Disabling it needs a confirmation. */
export function RadioEnabled({ radio: { Interface, State, Stations } }: { radio: WifiRadio }) {
  const [asked, { open, close }] = useDisclosure(false)
  const params = { interface: Interface }
  const enable = useRadioChange(() => call(radios.enable, { params }))
  const disable = useRadioChange(() => call(radios.disable, { params }), close)
  const isOn = State !== 'off'
  return (
    <SettingSection changes={radios.enable} title={texts.enabled} hint={texts.enabledHint} save={enable}>
      <Switch
        size="md"
        aria-label={texts.enabled}
        checked={enable.isPending || isOn}
        disabled={enable.isPending}
        onChange={() => (isOn ? open() : enable.mutate())}
      />
      <ConfirmDialog
        opened={asked}
        onClose={close}
        title={texts.disableTitle(Interface)}
        hint={texts.disableHint(Stations)}
        confirm={texts.disable}
        onConfirm={() => disable.mutate()}
        action={disable}
      />
    </SettingSection>
  )
}

/** Resets the settings of a radio after a confirmation. */
export function Reset({ radio: { Interface } }: { radio: WifiRadio }) {
  const reset = useRadioChange(() => call(radios.reset, { params: { interface: Interface } }))
  return (
    <Confirmed title={texts.resetTitle(Interface)} hint={texts.resetHint} confirm={texts.resetConfirm} action={reset}>
      {(open) => (
        <Button
          variant="subtle"
          color="red"
          justify="start"
          className={styles.ask}
          leftSection={<IconRestore size={18} stroke={1.6} />}
          onClick={open}
        >
          {texts.reset}
        </Button>
      )}
    </Confirmed>
  )
}
