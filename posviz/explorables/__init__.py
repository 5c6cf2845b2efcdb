"""The book's pictures. One file is one picture with its sliders, named `explorable`."""
