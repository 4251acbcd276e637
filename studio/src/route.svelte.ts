// Where the page is: every view has an address that survives reload.

class Route {
  path: string = $state(location.pathname)
  query: string = $state(location.search)

  constructor() {
    window.addEventListener('popstate', () => this.read())
  }

  private read(): void {
    this.path = location.pathname
    this.query = location.search
  }

  go(address: string): void {
    history.pushState(null, '', address)
    this.read()
  }

  /** Follows a link without loading the page anew. */
  follow(event: MouseEvent): void {
    const link = event.currentTarget as HTMLAnchorElement
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    this.go(link.pathname + link.search)
  }
}

export const route = new Route()
