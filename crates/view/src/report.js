document.documentElement.classList.add('js');
const filter = document.getElementById('filter');
const rows = Array.from(document.querySelectorAll('#transitions tbody tr'));
filter.addEventListener('input', () => {
  const words = filter.value.toLowerCase().split(/\s+/);
  let shown = 0;
  for (const row of rows) {
    const text = row.textContent.toLowerCase();
    row.hidden = !words.every((word) => text.includes(word));
    if (!row.hidden) shown += 1;
  }
  document.getElementById('shown').textContent = shown + ' of ' + rows.length + ' shown';
});
document.addEventListener('click', async (event) => {
  const button = event.target.closest('[data-copy]');
  if (!button) return;
  let done = true;
  try {
    await navigator.clipboard.writeText(button.dataset.copy);
  } catch {
    const area = document.createElement('textarea');
    area.value = button.dataset.copy;
    document.body.append(area);
    area.select();
    done = document.execCommand('copy');
    area.remove();
  }
  button.textContent = done ? 'copied' : 'not copied';
  setTimeout(() => { button.textContent = 'copy'; }, 1200);
});
