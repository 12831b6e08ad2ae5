export default function Home() {
  return (
    <main id="content">
      <h1>Worth knowing, hereabouts.</h1>
    </main>
  )
}
