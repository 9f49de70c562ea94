import { Switch } from '@mantine/core'
import { MASK } from '../../../../router/model/home/devices/device.ts'
import { isSameRecipient } from '../../../../router/model/recipient.ts'
import { SecretField } from '../../../parts/forms/SecretField.tsx'
import { integrationTexts } from '../../../texts/messages/integrations.ts'
import { withoutOldSecrets } from './connection.ts'
import { type ConnectionPartProps, IntegrationConnection, Text, Topics } from './IntegrationConnection.tsx'
import styles from './Integrations.module.css'
import {
  type MaskedMqttSettings as MqttSettings,
  type MaskedNatsSettings as NatsSettings,
  useMqtt,
  useNats,
  useSyslog,
} from './useConnection.ts'

/** An MQTT broker, and Home Assistant behind it. */
export function MqttConnection() {
  const texts = integrationTexts.mqtt
  return (
    <IntegrationConnection
      words={texts}
      connection={useMqtt()}
      ports={[1883, 8883]}
      prepare={(fields, saved) => withoutOldSecrets(fields, saved, ['Password'])}
      advanced={({ fields, type, errors }) => (
        <>
          <Text
            label={texts.base}
            value={fields.BaseTopic}
            onChange={(BaseTopic) => type({ BaseTopic })}
            error={errors.BaseTopic}
          />
          {fields.Discovery && (
            <Text
              label={texts.prefix}
              description={texts.prefixHint}
              value={fields.DiscoveryPrefix}
              onChange={(DiscoveryPrefix) => type({ DiscoveryPrefix })}
              error={errors.DiscoveryPrefix}
            />
          )}
        </>
      )}
    >
      {(part) => (
        <>
          <Login {...part} />
          <Switch
            label={texts.discovery}
            description={texts.discoveryHint}
            checked={part.fields.Discovery}
            onChange={({ currentTarget }) => part.type({ Discovery: currentTarget.checked })}
          />
          <Switch
            label={texts.control}
            description={texts.controlHint}
            checked={part.fields.Control}
            onChange={({ currentTarget }) => part.type({ Control: currentTarget.checked })}
          />
        </>
      )}
    </IntegrationConnection>
  )
}

/** Events to a NATS server. */
export function NatsConnection() {
  const texts = integrationTexts.nats
  return (
    <IntegrationConnection
      words={texts}
      connection={useNats()}
      ports={[4222, 4222]}
      prepare={(fields, saved) => withoutOldSecrets(fields, saved, ['Password', 'Token'])}
      advanced={({ saved, fields, type, errors }) => (
        <>
          <SecretField
            label={texts.token}
            description={texts.tokenHint}
            isSaved={saved.Token === MASK && isSameRecipient(saved, fields)}
            isOptional
            value={fields.Token}
            onChange={(Token) => type({ Token })}
            error={errors.Token}
          />
          <Text
            label={texts.prefix}
            value={fields.SubjectPrefix}
            onChange={(SubjectPrefix) => type({ SubjectPrefix })}
            error={errors.SubjectPrefix}
          />
          <Topics topics={fields.Topics} onChange={(Topics) => type({ Topics })} error={errors.Topics} />
        </>
      )}
    >
      {(part) => <Login {...part} />}
    </IntegrationConnection>
  )
}

/** Events to a log server. */
export function SyslogConnection() {
  const texts = integrationTexts.syslog
  return (
    <IntegrationConnection
      words={texts}
      connection={useSyslog()}
      ports={[514, 6514]}
      prepare={(fields) => fields}
      advanced={({ fields, type, errors }) => (
        <Topics topics={fields.Topics} onChange={(Topics) => type({ Topics })} error={errors.Topics} />
      )}
    >
      {({ fields }) => !fields.TLS && <p className={styles.note}>{texts.unencrypted}</p>}
    </IntegrationConnection>
  )
}

/** User name and password. */
const Login = ({
  saved,
  fields,
  type,
  errors,
}: ConnectionPartProps<MqttSettings> | ConnectionPartProps<NatsSettings>) => (
  <>
    <Text
      label={integrationTexts.user}
      description={integrationTexts.userHint}
      value={fields.Username}
      onChange={(Username) => type({ Username })}
      error={errors.Username}
    />
    <SecretField
      label={integrationTexts.password}
      isSaved={saved.Password === MASK && isSameRecipient(saved, fields)}
      isOptional
      value={fields.Password}
      onChange={(Password) => type({ Password })}
      error={errors.Password}
    />
  </>
)
