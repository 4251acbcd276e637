// Numbers and times as pages show them.

export function percent(value: number | null, digits = 1): string {
  return value === null ? '–' : `${(100 * value).toFixed(digits)} %`
}

export function figure(value: number | null | undefined): string {
  if (value === null || value === undefined) return '–'
  if (Number.isInteger(value)) return value.toLocaleString('en')
  const size = Math.abs(value)
  return size >= 100 ? value.toFixed(0) : size >= 10 ? value.toFixed(1) : value.toFixed(3)
}

export function seconds(value: number): string {
  return value < 10 ? `${value.toFixed(1)} s` : value < 100 ? `${value.toFixed(0)} s` : `${(value / 60).toFixed(0)} min`
}

export function clock(stamp: number): string {
  const when = new Date(1000 * stamp)
  const today = when.toDateString() === new Date().toDateString()
  return today ? when.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' }) : when.toLocaleString([], { dateStyle: 'short', timeStyle: 'short' })
}
