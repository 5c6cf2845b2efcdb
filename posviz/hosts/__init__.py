"""Where an explorable is played: in a live notebook, or in a static page. They differ only in when Python ran."""
