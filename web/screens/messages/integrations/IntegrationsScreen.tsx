import forms from '../../../parts/forms/Form.module.css'
import { Metrics } from './Metrics.tsx'
import { MqttConnection, NatsConnection, SyslogConnection } from './Programs.tsx'

/** Connections to other programs. */
export const IntegrationsScreen = () => (
  <div className={forms.columns}>
    <div className={forms.page}>
      <MqttConnection />
      <NatsConnection />
    </div>
    <div className={forms.page}>
      <Metrics />
      <SyslogConnection />
    </div>
  </div>
)
