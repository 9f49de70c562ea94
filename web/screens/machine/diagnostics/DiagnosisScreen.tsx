import forms from '../../../parts/forms/Form.module.css'
import { Capture } from '../capture/Capture.tsx'
import { AdmittedDevices } from './AdmittedDevices.tsx'
import { DeviceSuggestions } from './DeviceSuggestions.tsx'
import { Explain } from './Explain.tsx'
import { Owner } from './Owner.tsx'
import { PingForm } from './PingForm.tsx'

/** Diagnosis: access checks, pings, lookups and captures. */
export const DiagnosisScreen = () => (
  <div className={forms.columns}>
    <DeviceSuggestions />
    <div className={forms.page}>
      <Explain />
      <PingForm />
    </div>
    <div className={forms.page}>
      <Capture />
      <Owner />
      <AdmittedDevices />
    </div>
  </div>
)
