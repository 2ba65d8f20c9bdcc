/** For keyboard and screen reader users, where the link or button they used is gone: they continue at the beginning of what came. */
export function goToContent(): void {
  document.getElementById('content')?.focus({ preventScroll: true })
}
